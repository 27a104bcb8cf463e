// Tracks the rows of a file that were left out because they're unreadable or impossible, until a later file has them.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/**
 * `key`: the id of an impossible activity, or for an unreadable row a digest that is the same in every file containing
 * it. `neighbors`: the ids of the activities before and after an unreadable row, empty if there is none.
 */
export type LeftOutRow = { key: string; neighbors: string[] }

/**
 * Identifies unreadable rows by their issue and their neighbors, because their own cells may change between exports.
 * `rows`: the readable rows with their lines.
 */
export function unreadableRows(
  issues: readonly { line: number; reason: string }[],
  rows: readonly { line: number | null; id: string }[],
): LeftOutRow[] {
  if (issues.length === 0) return []
  const read = inFileOrder(rows)
  const seen = new Map<string, number>()
  let next = 0
  return issues
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, reason }) => {
      while ((read[next]?.line ?? Infinity) < line) next += 1
      const neighbors = [read[next - 1]?.id ?? '', read[next]?.id ?? '']
      const same = createHash('sha256')
        .update([reason, ...neighbors].join('\0'))
        .digest('base64url')
      const times = (seen.get(same) ?? 0) + 1
      seen.set(same, times)
      return { key: `${same} ${times}`, neighbors }
    })
}

const inFileOrder = (rows: readonly { line: number | null; id: string }[]) =>
  rows.flatMap(({ line, id }) => (line === null ? [] : [{ line, id }])).toSorted((a, b) => a.line - b.line)

/** Rows that earlier files of an account left out. */
export const leftOutRowsOf = (db: Db, accountId: string): Promise<LeftOutRow[]> =>
  db
    .selectFrom('portfolioLeftOutRows')
    .select(['key', 'neighbors'])
    .where('accountId', '=', accountId)
    .execute()

/**
 * Keys of earlier left-out rows that this file contains in readable form. `now`: the rows left out of this file.
 * `rows`: its readable rows.
 */
export function resolvedRows(
  earlier: readonly LeftOutRow[],
  now: readonly LeftOutRow[],
  rows: readonly { line: number | null; id: string }[],
): string[] {
  const still = new Set(now.map(({ key }) => key))
  const places = new Map(inFileOrder(rows).map(({ id }, place) => [id, place]))
  const last = places.size - 1
  const isBetween = ([before = '', after = '']: readonly string[]) => {
    const [from, to] = [places.get(before), places.get(after)]
    // If it was the first or last row, another row must now be in its place.
    if (before === '') return to !== undefined && to > 0
    return from !== undefined && (after === '' ? from < last : to !== undefined)
  }
  return earlier.filter(({ key, neighbors }) => !still.has(key) && isBetween(neighbors)).map(({ key }) => key)
}

/** Stores a file's left-out rows. Deletes the earlier ones in `read`, and those whose activity now exists. */
export async function saveLeftOutRows(
  db: Db,
  accountId: string,
  { leftOut, read }: { leftOut: readonly LeftOutRow[]; read: readonly string[] },
): Promise<void> {
  await sql`delete from portfolio_left_out_rows left_out where account_id = ${accountId} and (
    key = any(${read}::text[]) or exists (select from portfolio_activities activity
      where activity.account_id = left_out.account_id and activity.id = left_out.key))`.execute(db)
  const rows = leftOut.map((row) => JSON.stringify(row))
  await sql`insert into portfolio_left_out_rows (account_id, key, neighbors)
    select ${accountId}, row->>'key', array(select jsonb_array_elements_text(row->'neighbors'))
      from unnest(${rows}::jsonb[]) as row
    on conflict do nothing`.execute(db)
}
