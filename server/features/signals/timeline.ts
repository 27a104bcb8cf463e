// Keeps each person's stored timeline in step with what is posted and whom they follow (docs/decisions/0003-feed-storage.md).
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

type Needs = Pick<Deps, 'pool' | 'db' | 'clock' | 'config'>

/** Followers are written in batches, so that a very large following never holds the table for long. */
const BATCH = 5000

/** Gives a signal to everybody who follows or pays its author. Running it again adds nothing. */
export async function fanOut({ pool, clock, config }: Needs, signalId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await pool.query<{ last: string | null; n: number }>(
      `with signal as (select id, user_id, created_at from signals where id = $1),
       readers as (
         select follower_id as reader from follows, signal
          where following_id = user_id and follower_id > $2
         union
         select s.subscriber_id from subscriptions s, signal
          where s.creator_id = user_id and s.subscriber_id > $2
            and is_paying(s.status, s.current_period_start, $4, $5)
         order by 1 limit $3),
       given as (
         insert into timelines (viewer_id, created_at, signal_id, author_id)
         select reader, created_at, id, user_id from readers, signal
         on conflict do nothing)
       select max(reader::text) as last, count(*)::int as n from readers`,
      [signalId, after, BATCH, clock.now(), config.pastDueGraceDays],
    )
    const [batch] = rows
    if (!batch?.last || batch.n < BATCH) return
    after = batch.last
  }
}

/** Gives a person the signals an author has posted so far, the newest `limit` of them or all. */
export async function fillTimeline({ pool }: Needs, viewerId: string, authorId: string, limit?: number): Promise<void> {
  await pool.query(
    `insert into timelines (viewer_id, created_at, signal_id, author_id)
     select $1, created_at, id, user_id from signals where user_id = $2
     order by created_at desc, id desc limit $3
     on conflict do nothing`,
    [viewerId, authorId, limit ?? null],
  )
}

/** Takes an author's signals out of a person's timeline, unless they follow or pay the author (again). */
export async function tidyTimeline({ db, clock, config }: Needs, viewerId: string, authorId: string): Promise<void> {
  await sql`delete from timelines t where viewer_id = ${viewerId} and author_id = ${authorId}
    and not exists (select from follows where follower_id = ${viewerId} and following_id = ${authorId})
    and not exists (select from subscriptions s where s.subscriber_id = ${viewerId} and s.creator_id = ${authorId}
      and is_paying(s.status, s.current_period_start, ${clock.now()}, ${config.pastDueGraceDays}))`.execute(db)
}
