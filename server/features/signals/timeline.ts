// Updates a person's stored timeline when they follow, unfollow or subscribe (docs/decisions/0003-feed-storage.md).
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { viewerContext, viewerFollows, viewerPays } from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * How many signals a timeline keeps: 100 pages, more than nearly anybody scrolls through, in 0.3 MB. `timelinePage`
 * reads older ones from the authors' lists.
 */
export const TIMELINE_MAX = 2000

/** Adds an author's newest `limit` signals to a person's timeline at once, so that the next feed isn't empty. */
export async function addNewest(
  needs: Needs,
  viewerId: string,
  authorId: string,
  limit: number,
): Promise<void> {
  await insertRows(needs, needs.db, viewerId, authorId, limit)
}

/**
 * Adds an author's signals to a person's timeline if the person still follows or pays the author: at most as many as
 * the timeline keeps, and none from before its start.
 */
export async function fillTimeline(
  needs: Needs,
  viewerId: string,
  authorId: string,
  max = TIMELINE_MAX,
): Promise<void> {
  await withTimelineLock(needs.db, viewerId, async (trx) => {
    await insertRows(needs, trx, viewerId, authorId, max)
    // In the same transaction: if the author has more, the start must be above the signals that were left out.
    await cutTimelines(trx, [viewerId], max)
  })
}

/** Removes an author's signals from a person's timeline, unless the person follows or pays the author again. */
export async function tidyTimeline(needs: Needs, viewerId: string, authorId: string): Promise<void> {
  await withTimelineLock(needs.db, viewerId, (trx) =>
    // Finds the rows by the author's signals, because the timeline's own index is sorted by time and would be read
    // completely. The limit is for an author with a long history who is unfollowed before the timeline was filled.
    sql`delete from timelines t using (
        select created_at, id from signals where user_id = ${authorId} and created_at >= ${startOf(viewerId)}
        order by created_at desc, id desc limit ${2 * TIMELINE_MAX}) g
      where t.viewer_id = ${viewerId} and t.created_at = g.created_at and t.signal_id = g.id
      and ${authorIfRead(needs, viewerId, authorId)} is null`.execute(trx),
  )
}

/**
 * Moves the starts of timelines with at least `max` signals up to the newest `max`, and removes older ones. Starts only
 * move up, so a timeline is complete from its start on, regardless of concurrent writes. Skips a timeline that a job is
 * changing.
 */
export async function cutTimelines(db: Kysely<DB>, viewerIds: string[], max = TIMELINE_MAX): Promise<void> {
  await sql`with unlocked as materialized (
      select id from (select distinct unnest(${viewerIds}::uuid[]) as id) viewers
       where pg_try_advisory_xact_lock(${lockOf(sql`id`)})),
    oldest as materialized (
      select unlocked.id as viewer_id, t.created_at from unlocked cross join lateral (
        select created_at from timelines where viewer_id = unlocked.id
        order by created_at desc, signal_id desc offset ${max - 1} limit 1) t),
    moved as (
      insert into timeline_starts as s (viewer_id, starts_at) select * from oldest
      on conflict (viewer_id) do update set starts_at = excluded.starts_at where excluded.starts_at > s.starts_at)
    delete from timelines t using oldest o where t.viewer_id = o.viewer_id and t.created_at < o.created_at`.execute(
    db,
  )
}

/** The instant from which on the viewer's timeline is complete. */
export const startOf = (viewerId: string | Expression<string>) =>
  sql<Date>`coalesce((select starts_at from timeline_starts where viewer_id = ${viewerId}), '-infinity')`

/**
 * The author's id if the person follows or pays them, otherwise null. `fillTimeline` checks it too, because its job may
 * run after a later `tidyTimeline`: its rows would stay, and every read of the feed would have to skip them.
 */
const authorIfRead = (needs: Needs, viewerId: string, authorId: string) => {
  const context = viewerContext(needs, viewerId)
  const author = sql<string>`author.id`
  return sql`(select author.id from (select ${authorId}::uuid as id) author
    where ${viewerFollows(context, author)} or ${viewerPays(context, author)})`
}

/**
 * Runs one job at a time per timeline. Otherwise, if a person unfollows and follows again at once, the `tidyTimeline`
 * of the first change could delete the rows after the `fillTimeline` of the second found them all. Two jobs that delete
 * the same rows in different orders would also deadlock.
 */
export async function withTimelineLock(db: Kysely<DB>, viewerId: string, work: (trx: Kysely<DB>) => unknown) {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockOf(sql`${viewerId}::uuid`)})`.execute(trx)
    // A separate statement, so that it sees everything that was committed before the lock was granted.
    await work(trx)
  })
}

/** The key of the lock of `withTimelineLock`. */
export const lockOf = (viewerId: RawBuilder<unknown>) => sql`hashtextextended(${viewerId}::text, 0)`

/**
 * Inserts oldest first, in the same order as deliveries, so that two concurrent inserts wait instead of
 * deadlocking.
 */
async function insertRows(needs: Needs, db: Kysely<DB>, viewerId: string, authorId: string, limit: number) {
  await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
    select ${viewerId}, created_at, id, user_id from (
      select created_at, id, user_id from signals where user_id = ${authorIfRead(needs, viewerId, authorId)}
        and created_at >= ${startOf(viewerId)}
      order by created_at desc fetch first ${limit} rows with ties) newest
    order by created_at, id
    on conflict do nothing`.execute(db)
}
