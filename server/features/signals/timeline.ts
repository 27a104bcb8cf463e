// Keeps each person's stored timeline in step with whom they follow and pay (docs/decisions/0003-feed-storage.md).
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { askingAs, follows, pays } from '#server/features/users/visibility.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Gives a person the newest `limit` signals of an author, so that the feed they open next is not empty. */
export async function showNewest(
  needs: Needs,
  viewerId: string,
  authorId: string,
  limit: number,
): Promise<void> {
  await insertRows(needs, needs.db, viewerId, authorId, limit)
}

/** Gives a person all signals an author has posted so far, if they (still) follow or pay the author. */
export async function fillTimeline(needs: Needs, viewerId: string, authorId: string): Promise<void> {
  await inTurn(needs.db, viewerId, authorId, (trx) => insertRows(needs, trx, viewerId, authorId, null))
}

/** Takes an author's signals out of a person's timeline, unless they follow or pay the author (again). */
export async function tidyTimeline(needs: Needs, viewerId: string, authorId: string): Promise<void> {
  await inTurn(needs.db, viewerId, authorId, (trx) =>
    sql`delete from timelines where viewer_id = ${viewerId} and author_id = ${authorId}
      and ${authorReadBy(needs, viewerId, authorId)} is null`.execute(trx),
  )
}

/**
 * The author's id if the person follows or pays them, else null. Filling asks too, for its job may be worked on after one
 * that tidied: rows nobody would take away again would be passed over each time the feed is read.
 */
const authorReadBy = (needs: Needs, viewerId: string, authorId: string) => {
  const asking = askingAs(needs, viewerId)
  const author = sql<string>`author.id`
  return sql`(select author.id from (select ${authorId}::uuid as id) author
    where ${follows(asking, author)} or ${pays(asking, author)})`
}

/**
 * One after the other for each pair: somebody who unfollows and follows again at once would else have the rows taken
 * away by a job that began in between, after the next one has seen that they are all there.
 */
async function inTurn(
  db: Kysely<DB>,
  viewerId: string,
  authorId: string,
  work: (trx: Kysely<DB>) => unknown,
) {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${viewerId + authorId}, 0))`.execute(trx)
    // A statement of its own, so that it sees what was committed before its turn came.
    await work(trx)
  })
}

/** Oldest first, as deliveries write them: two that meet wait for each other instead of blocking each other. */
async function insertRows(
  needs: Needs,
  db: Kysely<DB>,
  viewerId: string,
  authorId: string,
  limit: number | null,
) {
  await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
    select ${viewerId}, created_at, id, user_id from (
      select created_at, id, user_id from signals where user_id = ${authorReadBy(needs, viewerId, authorId)}
      order by created_at desc, id desc limit ${limit}) newest
    order by created_at, id
    on conflict do nothing`.execute(db)
}
