// Removes the timelines of people who haven't visited for two weeks, and fills them when they return. In the meantime,
// a timeline starts at infinity: deliveries skip it, and its pages are read from the authors' lists
// (docs/decisions/0003-feed-storage.md).
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { viewerContext, viewerFollows, viewerPays } from '#server/features/users/visibility.ts'
import { TIMELINE_DAYS } from '#shared/limits.ts'
import { lockOf, TIMELINE_MAX, withTimelineLock } from './timeline.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** A small number, because their rows are removed in one transaction. */
const PEOPLE_PER_STEP = 20
const DAY_MS = 86_400_000
/**
 * Later than all signals but not infinity: deliveries write to the timeline again, but pages are still read from the
 * authors' lists.
 */
const WAKING = sql`timestamptz '9999-01-01Z'`

/** Puts the timelines of people who haven't visited for `TIMELINE_DAYS` to rest, and returns their number. */
export async function restTimelines({ db, clock }: Needs, perStep = PEOPLE_PER_STEP): Promise<number> {
  const since = new Date(clock.now().getTime() - TIMELINE_DAYS * DAY_MS)
  for (let all = 0; ;) {
    const found = await restNext(db, since, perStep)
    all += found
    if (found < perStep) return all
  }
}

/**
 * The visit's row stays locked until the commit, so that a concurrent visit either prevents this or wakes the timeline.
 * Skips a timeline that a job is changing, because both would delete its rows in different orders.
 */
async function restNext(db: Kysely<DB>, since: Date, limit: number): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`with away as materialized (
        select person_id as id from last_visits where not is_resting and visited_at < ${since}
         order by visited_at limit ${limit} for update skip locked)
      select id from away where pg_try_advisory_xact_lock(${lockOf(sql`id`)})`.execute(trx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await trx.updateTable('lastVisits').set({ isResting: true }).where('personId', 'in', ids).execute()
    await sql`insert into timeline_starts (viewer_id, starts_at) select unnest(${ids}::uuid[]), 'infinity'
      on conflict (viewer_id) do update set starts_at = 'infinity'`.execute(trx)
    await trx.deleteFrom('timelines').where('viewerId', 'in', ids).execute()
    return ids.length
  })
}

/**
 * Fills a person's timeline again. Nothing is lost if signals are posted in the meantime: a delivery that skipped the
 * person began before the first statement's commit, so its signal is visible to the second transaction. Can be
 * repeated.
 */
export async function wakeTimeline(needs: Needs, viewerId: string, max = TIMELINE_MAX): Promise<void> {
  await sql`update timeline_starts set starts_at = ${WAKING} where viewer_id = ${viewerId} and starts_at = 'infinity'`.execute(
    needs.db,
  )
  const context = viewerContext(needs, viewerId)
  const author = sql<string>`author.id`
  await withTimelineLock(needs.db, viewerId, async (trx) => {
    const { rows } =
      await sql`select from timeline_starts where viewer_id = ${viewerId} and starts_at = ${WAKING}`.execute(
        trx,
      )
    if (rows.length === 0) return
    // Rows that a late delivery or job has left behind.
    await trx.deleteFrom('timelines').where('viewerId', '=', viewerId).execute()
    await sql`insert into timelines (viewer_id, created_at, signal_id, author_id)
      select ${viewerId}, created_at, id, user_id from (
        select s.* from (
            select ${viewerId}::uuid as id
            union select following_id from follows where follower_id = ${viewerId}
            union select creator_id from subscriptions where subscriber_id = ${viewerId}) author
          cross join lateral (
            select created_at, id, user_id from signals where user_id = author.id
             order by created_at desc fetch first ${max} rows with ties) s
         where author.id = ${viewerId} or ${viewerFollows(context, author)} or ${viewerPays(context, author)}
         order by s.created_at desc fetch first ${max} rows with ties) newest
      order by created_at, id
      on conflict do nothing`.execute(trx)
    await sql`update timeline_starts set starts_at = coalesce(
        (select min(created_at) from timelines where viewer_id = ${viewerId}), ${needs.clock.now()})
      where viewer_id = ${viewerId}`.execute(trx)
    await sql`update last_visits set is_resting = false where person_id = ${viewerId}`.execute(trx)
  })
}
