// Files that a person saves: the positions and weeks of a record as CSV, and evidence of the log as text.
import type { RecordWeeks } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'

type Cell = string | number | null

/** RFC 4180. Cells are ids, tickers, days and numbers, so none needs quotes. */
const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\r\n') + '\r\n'

const SIGNAL_COLUMNS = [
  'signal',
  'posted_at',
  'status',
  'reason',
  'ticker',
  'side',
  'does',
  'weight',
  'entry_day',
  'entry_close',
  'exit_day',
  'exit_reason',
  'last_close',
  'as_of',
  'return',
  'spy',
  'ahead_of_spy',
]

/** One row for each ticker of each signal; a signal without one, or a sealed one, has a row too. */
export function signalsCsv(all: readonly SignalOutcome[]): string {
  const rows = all.flatMap(({ signalId, postedAt, status, reason, asOf, parts }): Cell[][] => {
    const own: Cell[] = [signalId, postedAt.toISOString(), status]
    if (parts.length === 0) return [[...own, reason, ...SIGNAL_COLUMNS.slice(own.length + 1).map(() => null)]]
    return parts.map((part) => [
      ...own,
      part.reason ?? reason,
      part.ticker,
      part.side === 1 ? 'long' : 'short',
      part.does,
      part.weight,
      part.entryDay,
      part.entryClose,
      part.exitDay,
      part.exitReason,
      part.lastClose,
      asOf,
      part.return,
      part.benchmark,
      part.excess,
    ])
  })
  return csv([SIGNAL_COLUMNS, ...rows])
}

export const weeksCsv = (records: RecordWeeks['records']): string =>
  csv([
    ['book', 'week_to', 'places', 'beyond_t_bills', 'ahead_of_market'],
    ...records.flatMap(({ book, weeks }) =>
      weeks.map(({ day, places, result, excess }) => [book, day, places, result, excess]),
    ),
  ])

export const saveCsv = (name: string, text: string): void => saveFile(`${name}.csv`, text, 'text/csv')

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
