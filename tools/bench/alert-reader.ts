// Adds a person with alerts of every kind that is read from a table, for the benchmark of what alerts cost.
import type pg from 'pg'
import { addSignals, fillTimelineOf, follow, personId } from './population.ts'
import type { Bench } from './product.ts'

const FIRST_AUTHOR = 2000
const AUTHORS = 200
/** From yesterday and the day before. */
const [FIRST_SIGNAL, LAST_SIGNAL] = [25_700_001, 25_800_000]
const UNSEEN = 20

export const addNewSignals = (pool: pg.Pool) =>
  addSignals(pool, { from: FIRST_SIGNAL, to: LAST_SIGNAL, firstAuthor: FIRST_AUTHOR, authors: AUTHORS })

/**
 * Adds a person with this many bells, and with alerts of every other kind that is read from a table: followers, mentions,
 * comments, outcomes and subscribers. The newest `UNSEEN` signals are unseen, and so are newer alerts of other kinds.
 */
export async function addReader({ pool }: Bench, reader: number, bells: number): Promise<void> {
  const id = personId(reader)
  await follow(pool, reader, FIRST_AUTHOR, FIRST_AUTHOR + bells - 1)
  await fillTimelineOf(pool, reader)
  const from = personId(FIRST_AUTHOR)
  const newest = `select g.id, g.created_at, row_number() over (order by g.created_at desc, g.id desc) as n from signals g
    where g.user_id >= $2 and g.user_id < $3 order by g.created_at desc, g.id desc`
  const values = [id, from, personId(FIRST_AUTHOR + bells)]
  await pool.query(
    `insert into alert_bells (author_id, person_id, level, created_at)
     select u.id, $1, 'all', now() - interval '100 days' from users u where u.id >= $2 and u.id < $3`,
    values,
  )
  await pool.query(
    `insert into signal_mentions (signal_id, name, user_id, created_at)
     select id, 'person_${reader}', $1, created_at from (${newest} limit 2000) s where n % 20 = 0 and (select not is_premium from signals where id = s.id)`,
    values,
  )
  await pool.query(
    `insert into alerts (id, person_id, created_at, kind, cause, signal_id)
     select gen_random_uuid(), $1, created_at, 'outcome', id::text, id from (${newest} limit 2000) s where n % 40 = 1`,
    values,
  )
  await pool.query(
    `insert into alerts (id, person_id, created_at, kind, cause, actor_id)
     select gen_random_uuid(), $1, now() - interval '2 days' + n * interval '10 minutes', 'subscriber', n::text, $2::uuid
       from generate_series(1, 100) n`,
    [id, from],
  )
  await pool.query(
    `insert into follows (id, follower_id, following_id, created_at)
     select gen_random_uuid(), u.id, $1, now() - random() * interval '60 days'
       from users u where u.id >= $2 order by u.id limit 500`,
    [id, personId(9000)],
  )
  await pool.query(
    `with said as (
       insert into comments (id, signal_id, person_id, body, created_at, thread_at, thread_id)
       select c.id, c.signal_id, $2, 'Why now?', c.created_at, c.created_at, c.id
         from (select gen_random_uuid() as id, s.id as signal_id, s.created_at from (${newest} limit 1000) s where n % 25 = 0) c
       returning id, created_at)
     insert into comment_alerts (person_id, comment_id, created_at, kind) select $1, id, created_at, 'reply' from said`,
    values,
  )
  await pool.query(
    `insert into alert_marks (person_id, seen_at) select $1, created_at from (${newest} limit ${UNSEEN + 1}) s where n = ${UNSEEN + 1}
     on conflict (person_id) do update set seen_at = excluded.seen_at`,
    values,
  )
}
