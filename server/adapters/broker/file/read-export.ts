// Reads a broker's export from a stream of bytes: whose it is, what happened, what is held, and which rows can't be read.
import type { ColumnMapping } from '#shared/contracts/column-mapping.ts'
import type { Position, Statement } from '../port.ts'
import { mappedFormat, type MappedTable } from './columns/mapped-format.ts'
import { BYTES_MAX } from './decode.ts'
import { findTable } from './find-table.ts'
import type { Format } from './format.ts'
import { type ImportIssue, gatherRows } from './gather-rows.ts'
import { joinLegs } from './join-legs.ts'
import type { Packed } from './packed.ts'
import { ExportRefused } from './refusals.ts'
import { translateRows } from './translate-rows.ts'

/** Twice the largest export expected; a row takes about a kilobyte of memory while it is read (measured). */
export const ROWS_MAX = 200_000
const ACCOUNTS_NAMED = 4

export type ExportOptions = {
  /** The latest day anywhere on earth, `YYYY-MM-DD`; later days are faults. */
  today: string
  signal?: AbortSignal
  /** Bytes received and rows found so far; called often. */
  onProgress?: (progress: { bytes: number; rows: number }) => void
  maxBytes?: number
  maxRows?: number
  /** How its owner wants a table read that no format knows. */
  mapped?: { mapping: ColumnMapping; table: MappedTable }
}

export type ExportRead = {
  /** As people call it. */
  broker: string
  kind: 'activities' | 'positions'
  /** The end of the account's number, such as `…1234`, where the file names it. */
  accountLabel?: string
  /** The account's own, ISO 4217, as far as the file tells. */
  currency: string
  /** In the order in which they happened. */
  activities: Packed[]
  /** What is held by the broker's own word; empty where the export doesn't say. */
  positions: Position[]
  /** The day the positions are of, `YYYY-MM-DD`, where a list of positions names it. */
  asOf?: string | null
  /** One for each period of an account that the file says balances of. */
  statements?: Statement[]
  /** By line. With a fault the file isn't read completely. */
  faults: ImportIssue[]
  /** Rows of tables, readable or not; headers, notes and totals aren't counted. */
  rows: number
}

/**
 * Throws `ExportRefused` for a file that can't be read as a whole, and the signal's reason when it is aborted; the
 * stream is closed either way. Nothing of the file is kept but its rows.
 */
export async function readExport(
  stream: AsyncIterable<Uint8Array>,
  options: ExportOptions,
): Promise<ExportRead> {
  const { today, signal, maxBytes = BYTES_MAX, maxRows = ROWS_MAX } = options
  const progress = { bytes: 0, rows: 0 }
  const tell = (change: Partial<typeof progress>) =>
    options.onProgress?.({ ...Object.assign(progress, change) })
  signal?.throwIfAborted()
  const sheet = options.mapped?.table.sheet
  const found = await findTable(stream, { maxBytes, signal, onBytes: (bytes) => tell({ bytes }), sheet })
  try {
    const format = found.format ?? formatOfOwner(options)
    const gathered = await gatherRows(found.rows, format, {
      maxRows,
      signal,
      onRows: (rows) => tell({ rows }),
    })
    const rows = gathered.rows.length
    const hasActivities = gathered.rows.some(({ header }) => header.table.holds === 'activities')
    const kind = hasActivities || rows === 0 ? 'activities' : 'positions'
    const {
      activities: translated,
      positions,
      faults,
    } = await translateRows(gathered, { today, broker: format.slug, signal })
    gathered.rows.length = 0
    const activities = joinLegs(inTime(translated))
    const accountLabel = gathered.accounts.toSorted().slice(0, ACCOUNTS_NAMED).join(', ')
    return {
      broker: format.broker,
      kind,
      ...(accountLabel && { accountLabel }),
      currency: gathered.currency ?? commonest(activities, positions) ?? format.home.currency,
      activities,
      positions: merged(positions),
      ...(kind === 'positions' && { asOf: gathered.asOf }),
      ...(gathered.statements.length > 0 && { statements: gathered.statements }),
      faults: [...gathered.faults, ...faults].toSorted((a, b) => a.line - b.line),
      rows,
    }
  } finally {
    await found.close()
  }
}

function formatOfOwner({ mapped }: ExportOptions): Format {
  if (mapped) return mappedFormat(mapped.mapping, mapped.table)
  throw new ExportRefused('columns_unknown', 'Choose what the columns of this table mean.')
}

/** Oldest first; brokers list either way, and rows of one moment keep the order of the file's own way. */
function inTime(rows: Packed[]): Packed[] {
  const [first, last] = [rows.at(0), rows.at(-1)]
  const isNewestFirst = first && last && first.day > last.day
  if (isNewestFirst) rows.reverse()
  return rows.toSorted((a, b) => compare(a.day, b.day) || a.seconds - b.seconds)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function commonest(activities: Packed[], positions: Position[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { currency } of [...activities, ...positions])
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** The same share in several accounts of one file is one position, at the average of its costs. */
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
