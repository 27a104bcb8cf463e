// Finds the authors whose records have to be recomputed, and recomputes them one after the other.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { computeRecord, countAgain } from './compute-record.ts'

/**
 * Recomputes the records that have been due longest, at most `max`. An author stays due until the record is saved.
 * Returns the number of records.
 */
export async function rankDue(
  deps: Pick<Deps, 'db' | 'clock' | 'market'>,
  { max, onlyPosted = false }: { max: number; onlyPosted?: boolean },
): Promise<number> {
  const { db } = deps
  const { rows } = await sql<{ author: string; since: string; isPosted: boolean }>`
    select author, since::text, is_posted from record_rankings_due where is_posted or not ${onlyPosted}::boolean
     order by since, author limit ${max}`.execute(db)
  for (const { author, since, isPosted } of rows) {
    if (!isPosted || !(await countAgain(deps, author))) await computeRecord(deps, author)
    // Authors that became due again in the meantime stay due.
    await sql`delete from record_rankings_due where author = ${author} and since = ${since}::timestamptz
      and is_posted = ${isPosted}`.execute(db)
  }
  return rows.length
}
