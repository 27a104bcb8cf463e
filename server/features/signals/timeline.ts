// Keeps each person's stored timeline in step with what is posted and whom they follow (docs/decisions/0003-feed-storage.md).
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

type Needs = Pick<Deps, 'pool' | 'db' | 'clock' | 'config'>

/** Gives a person the signals an author has posted so far, the newest `limit` of them or all. */
export async function fillTimeline(
  { pool }: Needs,
  viewerId: string,
  authorId: string,
  limit?: number,
): Promise<void> {
  await pool.query(
    `insert into timelines (viewer_id, created_at, signal_id, author_id)
     select $1, created_at, id, user_id from signals where user_id = $2
     order by created_at desc, id desc limit $3
     on conflict do nothing`,
    [viewerId, authorId, limit ?? null],
  )
}

/** Takes an author's signals out of a person's timeline, unless they follow or pay the author (again). */
export async function tidyTimeline(
  { db, clock, config }: Needs,
  viewerId: string,
  authorId: string,
): Promise<void> {
  await sql`delete from timelines t where viewer_id = ${viewerId} and author_id = ${authorId}
    and not exists (select from follows where follower_id = ${viewerId} and following_id = ${authorId})
    and not exists (select from subscriptions s where s.subscriber_id = ${viewerId} and s.creator_id = ${authorId}
      and is_paying(s.status, s.current_period_start, ${clock.now()}, ${config.pastDueGraceDays}))`.execute(
    db,
  )
}
