// Reads a broker's export from a byte stream: the broker, activities, positions, and unreadable rows.
import type { ColumnMapping } from '#shared/contracts/column-mapping.ts'
import type { Position, Statement } from '#engine/portfolio/activity.ts'
import { mappedFormat, type MappedTable } from './columns/mapped-format.ts'
import { BYTES_MAX } from './decode.ts'
import { findTable } from './find-table.ts'
import type { Format } from './format.ts'
import { type ImportIssue, gatherRows } from './gather-rows.ts'
import { joinRows } from './join-rows.ts'
import type { PackedActivity } from './packed-activity.ts'
import { UnreadableFileError } from './file-errors.ts'
import { openingStatement } from './running-balance.ts'
import { type FileAccount, type SkippedRows, translateRows } from './translate-rows.ts'

/** Twice the largest expected export. A row takes about a kilobyte of memory while it is read (measured). */
export const ROWS_MAX = 200_000
const ACCOUNTS_NAMED = 4

export type ExportOptions = {
  /** The latest day anywhere on earth, `YYYY-MM-DD`. Later days are issues. */
  today: string
  signal?: AbortSignal
  /** Bytes received and rows found so far. Called often. */
  onProgress?: (progress: { bytes: number; rows: number }) => void
  maxBytes?: number
  maxRows?: number
  /** The labels of the accounts to read, if the file has several. By default all. */
  accounts?: readonly string[] | undefined
  /** The owner's mapping, for a table that no format recognizes. */
  mapped?: { mapping: ColumnMapping; table: MappedTable }
}

export type ExportRead = {
  /** The name people use. */
  broker: string
  kind: 'activities' | 'positions'
  /** The end of the account number, such as `…1234`, if the file names it. */
  accountLabel?: string
  /** The account's own currency, ISO 4217, as far as the file shows it. */
  currency: string
  /** In chronological order. */
  activities: PackedActivity[]
  /** Positions the broker reports. Empty if the export lists none. */
  positions: Position[]
  /** The day of the positions, `YYYY-MM-DD`, if the file names it. */
  asOf?: string | null
  /** One per account period for which the file reports balances. */
  statements?: Statement[]
  /** Sorted by line. If there are any, parts of the file weren't read. */
  issues: ImportIssue[]
  /** Rows of tables, readable or not. Headers and notes don't count. */
  rows: number
  skipped: SkippedRows[]
  /** The accounts to choose from: empty if the file has only one, or can't be divided. */
  accounts: FileAccount[]
  /** The labels of accounts that can't be read separately, because some balances or rows don't name their account. */
  joint: string[]
}

/**
 * Throws `UnreadableFileError` for a file that can't be read as a whole, and the signal's reason if aborted. The stream
 * is closed in either case. Only the rows are kept in memory.
 */
export async function readExport(
  stream: AsyncIterable<Uint8Array>,
  options: ExportOptions,
): Promise<ExportRead> {
  const { today, signal, maxBytes = BYTES_MAX, maxRows = ROWS_MAX } = options
  const progress = { bytes: 0, rows: 0 }
  const report = (change: Partial<typeof progress>) =>
    options.onProgress?.({ ...Object.assign(progress, change) })
  signal?.throwIfAborted()
  const sheet = options.mapped?.table.sheet
  const found = await findTable(stream, { maxBytes, signal, onBytes: (bytes) => report({ bytes }), sheet })
  try {
    const format = found.format ?? formatOfOwner(options)
    const gathered = await gatherRows(found.rows, format, {
      maxRows,
      signal,
      onRows: (rows) => report({ rows }),
    })
    const rows = gathered.rows.length
    const hasActivities = gathered.rows.some(({ header }) => header.table.holds === 'activities')
    const kind = hasActivities || rows === 0 ? 'activities' : 'positions'
    const {
      activities: translated,
      positions,
      issues,
      skipped,
      balances,
      accounts,
      hasUnnamed,
    } = await translateRows(gathered, { today, broker: format.slug, signal, accounts: options.accounts })
    gathered.rows.length = 0
    const isRead = (label: string) => options.accounts?.includes(label) ?? true
    const hasSeveral = gathered.accounts.length > 1
    const isDivisible =
      new Set(accounts.map(({ label }) => label)).size > 1 &&
      !hasUnnamed &&
      gathered.statements.every(({ account }) => account !== undefined)
    if (options.accounts && hasSeveral && !isDivisible) throw indivisible()
    const statements = gathered.statements.flatMap(({ account, ...statement }) =>
      account === undefined || isRead(account) ? [statement] : [],
    )
    const opening = openingStatement(balances)
    if (opening && statements.length === 0) statements.push(opening)
    const isUseless = [translated, positions, issues, gathered.issues, statements].every(
      (list) => list.length === 0,
    )
    if (isUseless && rows > 0) throw nothingToImport(skipped)
    const activities = joinRows(chronological(translated))
    const accountLabel = gathered.accounts.filter(isRead).toSorted().slice(0, ACCOUNTS_NAMED).join(', ')
    return {
      broker: format.broker,
      kind,
      ...(accountLabel && { accountLabel }),
      currency: gathered.currency ?? commonest(activities, positions) ?? format.defaults.currency,
      activities,
      positions: merged(positions),
      ...(kind === 'positions' && { asOf: gathered.asOf }),
      ...(statements.length > 0 && { statements }),
      issues: [...gathered.issues, ...issues].toSorted((a, b) => a.line - b.line),
      rows,
      skipped,
      accounts: isDivisible ? accounts : [],
      joint: hasSeveral && !isDivisible ? gathered.accounts.toSorted() : [],
    }
  } finally {
    await found.close()
  }
}

const indivisible = () =>
  new UnreadableFileError(
    'nothing_to_import',
    'This file can’t be divided by account. Import all of its accounts together, or export a file for each.',
  )

const KINDS_NAMED = 3

function nothingToImport(skipped: SkippedRows[]): UnreadableFileError {
  const names = skipped.flatMap(({ kind }) => (kind === '' ? [] : [`“${kind}”`])).slice(0, KINDS_NAMED)
  const what = names.length > 0 ? `, only ${names.join(', ')}` : ''
  return new UnreadableFileError(
    'nothing_to_import',
    `We found no trades, payments or positions in this file${what}. Export your transactions or positions and try again.`,
  )
}

function formatOfOwner({ mapped }: ExportOptions): Format {
  if (mapped) return mappedFormat(mapped.mapping, mapped.table)
  throw new UnreadableFileError('columns_unknown', 'Choose what the columns of this table mean.')
}

/** Oldest first. Brokers list in either order, and rows of the same moment keep the file's order. */
function chronological(rows: PackedActivity[]): PackedActivity[] {
  const [first, last] = [rows.at(0), rows.at(-1)]
  const isNewestFirst = first && last && first.day > last.day
  if (isNewestFirst) rows.reverse()
  return rows.toSorted((a, b) => compare(a.day, b.day) || a.seconds - b.seconds)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function commonest(activities: PackedActivity[], positions: Position[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { currency } of [...activities, ...positions])
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** Merges positions of the same share in several accounts of one file, at their average cost. */
function merged(positions: Position[]): Position[] {
  const bySymbol = Map.groupBy(positions, ({ symbol, currency }) => `${symbol} ${currency}`)
  return [...bySymbol.values()].flatMap(([first, ...others]) => (first ? others.reduce(together, first) : []))
}

function together(one: Position, other: Position): Position {
  const quantity = one.quantity.plus(other.quantity)
  const cost =
    one.averageCost && other.averageCost
      ? one.averageCost.times(one.quantity).plus(other.averageCost.times(other.quantity))
      : null
  const averageCost = cost && !quantity.isZero() ? cost.dividedBy(quantity).toDecimalPlaces(10) : null
  return { ...one, quantity, averageCost }
}
