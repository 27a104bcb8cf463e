// People with a bell for an author, for benches and drills.
import { personId } from './population.ts'
import type { Bench } from './product.ts'

/** A subscription at the push sandbox, from which the endpoints of many devices are derived. */
export type Phone = { id: string; endpoint: string; keys: { p256dh: string; auth: string } }

const FIRST = 5000

/**
 * People with a bell for the author, whom they follow; the first `devices` of them, by default all, also have a session
 * and a device. `first`: the number of the first person.
 */
export async function ringFor(
  { pool }: Pick<Bench, 'pool'>,
  author: number,
  { endpoint, keys }: Phone,
  count: number,
  { first = FIRST, devices = count } = {},
): Promise<void> {
  const people = (limit: number) =>
    `select u.id, row_number() over (order by u.id) as n from users u where u.id >= $2 and u.id <> $1 order by u.id limit ${limit}`
  const values = [personId(author), personId(first)]
  await pool.query(
    `insert into sessions (sid, user_id, expire, sess) select 'bench ' || id, id, now() + interval '1 day', '{}' from (${people(devices)}) p where $1::uuid is not null on conflict do nothing`,
    values,
  )
  await pool.query(
    `insert into push_devices (id, person_id, session, endpoint, p256dh, auth, vapid_key, created_at)
     select gen_random_uuid(), id, 'bench ' || id, $3 || '.' || n, $4, $5, 1, now() from (${people(devices)}) p where $1::uuid is not null`,
    [...values, endpoint, keys.p256dh, keys.auth],
  )
  await pool.query(
    `insert into alert_bells (author_id, person_id, level, created_at) select $1, id, 'all', now() from (${people(count)}) p`,
    values,
  )
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at) select gen_random_uuid(), id, $1, now() from (${people(count)}) p on conflict do nothing`,
    values,
  )
  await pool.query('analyze')
}
