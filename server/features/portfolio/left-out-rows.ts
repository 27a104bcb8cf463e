// Rows of a file that count nowhere because they can't be read or can't have happened, and until when they are missing.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** `key`: the same in every file that has the row. The row happened on a day from `from` to `to`, both `YYYY-MM-DD`. */
export type LeftOutRow = { key: string; from: string; to: string }
export type Period = { from: string; to: string }

/**
 * Unreadable rows as they are stored. A row's own day may be what can't be read, so its neighbors in the file say when it
 * happened. `rows`: those that were read, with their lines.
 */
export function unreadableRows(
  faults: readonly { line: number; reason: string }[],
  rows: readonly { line: number | null; day: string }[],
  period: Period,
): LeftOutRow[] {
  if (faults.length === 0) return []
  const read = rows
    .flatMap(({ line, day }) => (line === null ? [] : [{ line, day }]))
    .toSorted((a, b) => a.line - b.line)
  const seen = new Map<string, number>()
  let next = 0
  return faults
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, reason }) => {
      while ((read[next]?.line ?? Infinity) < line) next += 1
      const [before, after] = [read[next - 1]?.day, read[next]?.day]
      const days = [before ?? after ?? period.from, after ?? before ?? period.to].toSorted()
      const [from = period.from, to = period.to] = days
      const said = createHash('sha256').update(reason).digest('base64url').slice(0, 16)
      const same = `${said} ${from} ${to}`
      const times = (seen.get(same) ?? 0) + 1
      seen.set(same, times)
      return { key: `${same} ${times}`, from, to }
    })
}

/**
 * Stores what a file leaves out. A row of an earlier file no longer counts once its activity is in the account, or once a
 * file that covers its days doesn't leave it out.
 */
export async function settleLeftOut(
  db: Db,
  accountId: string,
  period: Period,
  rows: readonly LeftOutRow[],
): Promise<void> {
  const keys = rows.map(({ key }) => key)
  await sql`delete from portfolio_left_out_rows left_out where account_id = ${accountId} and (
    exists (select from portfolio_activities activity
      where activity.account_id = left_out.account_id and activity.id = left_out.key)
    or (from_day >= ${period.from}::date and to_day <= ${period.to}::date and not key = any(${keys}::text[])))`.execute(
    db,
  )
  const [froms, tos] = [rows.map(({ from }) => from), rows.map(({ to }) => to)]
  await sql`insert into portfolio_left_out_rows (account_id, key, from_day, to_day)
    select ${accountId}, row.key, row.from_day, row.to_day
      from unnest(${keys}::text[], ${froms}::date[], ${tos}::date[]) as row (key, from_day, to_day)
    on conflict do nothing`.execute(db)
}
