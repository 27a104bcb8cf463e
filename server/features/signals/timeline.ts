// Updates a person's stored timeline when they follow, unfollow or subscribe (docs/decisions/0003-feed-storage.md).
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { viewerContext, viewerFollows, viewerPays } from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Adds an author's newest `limit` signals to a person's timeline at once, so that the next feed isn't empty. */
export async function addNewest(
  needs: Needs,
  viewerId: string,
  authorId: string,
  limit: number,
): Promise<void> {
  await insertRows(needs, needs.db, viewerId, authorId, limit)
}

/** Adds all of an author's signals to a person's timeline, if the person still follows or pays the author. */
export async function fillTimeline(needs: Needs, viewerId: string, authorId: string): Promise<void> {
  await withPairLock(needs.db, viewerId, authorId, (trx) => insertRows(needs, trx, viewerId, authorId, null))
}

/** Removes an author's signals from a person's timeline, unless the person follows or pays the author again. */
export async function tidyTimeline(needs: Needs, viewerId: string, authorId: string): Promise<void> {
  await withPairLock(needs.db, viewerId, authorId, (trx) =>
    // Through the author's signals: the timeline's own index is in the order of time, and would be read as a whole.
    sql`delete from timelines t using signals g where g.user_id = ${authorId} and t.viewer_id = ${viewerId}
      and t.created_at = g.created_at and t.signal_id = g.id
      and ${authorIfRead(needs, viewerId, authorId)} is null`.execute(trx),
  )
}

/**
 * The author's id if the person follows or pays them, else null. `fillTimeline` checks it too, because its job may run
 * after a later `tidyTimeline`: its rows would stay, and every read of the feed would have to skip them.
 */
const authorIfRead = (needs: Needs, viewerId: string, authorId: string) => {
  const context = viewerContext(needs, viewerId)
  const author = sql<string>`author.id`
  return sql`(select author.id from (select ${authorId}::uuid as id) author
    where ${viewerFollows(context, author)} or ${viewerPays(context, author)})`
}

/**
 * Runs one job at a time for each viewer and author. Otherwise, if a person unfollows and follows again at once, the
 * `tidyTimeline` of the first change could delete the rows after the `fillTimeline` of the second found them all there.
 */
async function withPairLock(
  db: Kysely<DB>,
  viewerId: string,
  authorId: string,
  work: (trx: Kysely<DB>) => unknown,
) {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${viewerId + authorId}, 0))`.execute(trx)
    // A separate statement, so that it sees everything committed before the lock was granted.
    await work(trx)
  })
}

/** Inserts oldest first, in the same order as deliveries do: two concurrent inserts then wait instead of deadlocking. */
async function insertRows(
  needs: Needs,
  db: Kysely<DB>,
  viewerId: string,
  authorId: string,
  limit: number | null,
) {
  await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
    select ${viewerId}, created_at, id, user_id from (
      select created_at, id, user_id from signals where user_id = ${authorIfRead(needs, viewerId, authorId)}
      order by created_at desc, id desc limit ${limit}) newest
    order by created_at, id
    on conflict do nothing`.execute(db)
}
