// Finds the authors whose records have to be recomputed, and recomputes them one after the other.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { enqueueRankings } from '../score/rankings-queue.ts'
import { computeRecord, countAgain } from './compute-record.ts'
import { type GrowthReader, newestDay } from './read-growth.ts'

/**
 * Makes all authors due whose figures lack the newest close, even without a new score, because quiet days
 * count too.
 */
export async function sweepRankings({
  db,
  clock,
  market,
}: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<boolean> {
  const newest = await newestDay(db, market.isSample)
  if (newest === null) return false
  const { rows } = await sql<{ author: string }>`select author from record_people
    where method = ${METHOD} and as_of is distinct from ${newest}::date`.execute(db)
  const authors = rows.map(({ author }) => author)
  await enqueueRankings(db, authors, { since: clock.now(), isPosted: false })
  return authors.length > 0
}

/**
 * Recomputes the records that have been due longest, at most `max`. An author stays due until the record is saved.
 * Returns the number of records.
 */
export async function rankDue(
  deps: Pick<Deps, 'db' | 'clock' | 'market'>,
  { max, onlyPosted = false, readGrowth }: { max: number; onlyPosted?: boolean; readGrowth?: GrowthReader },
): Promise<number> {
  const { db } = deps
  const { rows } = await sql<{ author: string; since: string; isPosted: boolean }>`
    select author, since::text, is_posted from record_rankings_due where is_posted or not ${onlyPosted}::boolean
     order by since, author limit ${max}`.execute(db)
  for (const { author, since, isPosted } of rows) {
    if (!isPosted || !(await countAgain(deps, author))) await computeRecord(deps, author, readGrowth)
    // Authors that became due again in the meantime stay due.
    await sql`delete from record_rankings_due where author = ${author} and since = ${since}::timestamptz
      and is_posted = ${isPosted}`.execute(db)
  }
  return rows.length
}
