// Finds the authors whose records have to be recomputed, and recomputes them.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { computeRecords, countAgain } from './compute-record.ts'

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
  const changed: string[] = []
  for (const { author, isPosted } of rows)
    if (!isPosted || !(await countAgain(deps, author))) changed.push(author)
  if (changed.length > 0) await computeRecords(deps, changed)
  // Authors that became due again in the meantime stay due.
  await sql`
    delete from record_rankings_due d
     using unnest(${rows.map(({ author }) => author)}::uuid[], ${rows.map(({ since }) => since)}::timestamptz[],
       ${rows.map(({ isPosted }) => isPosted)}::boolean[]) as done (author, since, is_posted)
     where d.author = done.author and d.since = done.since and d.is_posted = done.is_posted`.execute(db)
  return rows.length
}
