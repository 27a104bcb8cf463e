// The first pass through a file: keeps rows that may be activities, and detects how it writes dates and numbers.
import { formatCount } from '#shared/rules/numbers.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Statement } from '#engine/portfolio/activity.ts'
import type { RawRow } from './csv-rows.ts'
import { dateVotes } from './dates.ts'
import type { Format } from './format.ts'
import { numberVotes } from './numbers.ts'
import { UnreadableFileError, BrokenFileError } from './file-errors.ts'
import type { Conventions } from './row.ts'
import { maskedAccount } from './symbols.ts'
import type { Header } from './table.ts'

/** Cells are joined in one string: an array of twenty small ones takes four times the memory (measured). */
export type KeptRow = { line: number; header: Header; cells: string }
/** Occurs in no text, because files that contain it are rejected. */
export const CELL_SEPARATOR = '\0'
export type ImportIssue = { line: number; reason: string }
export type Gathered = {
  rows: KeptRow[]
  issues: ImportIssue[]
  conventions: Conventions
  /** The account's own currency, if the file names it. */
  currency: string | undefined
  /** The masked numbers of all accounts in the file. */
  accounts: string[]
  statements: (Statement & { account?: string | undefined })[]
  /** The day of the list of positions, if the file names one. */
  asOf: string | null
}

/** The event loop runs after this many rows. */
export const ROWS_PER_TURN = 500

/** The rest of a longer cell is cut. No broker has cells this long, and the relevant part comes first. */
const CELL_CHARACTERS = 500

type Source = AsyncGenerator<RawRow, { endsWithinLine: boolean }>
type Options = { maxRows: number; signal: AbortSignal | undefined; onRows: (rows: number) => void }

/**
 * Throws `UnreadableFileError` beyond `maxRows`, and the source's errors, except that a broken file becomes an issue.
 */
export async function gatherRows(source: Source, format: Format, options: Options): Promise<Gathered> {
  const { maxRows, signal, onRows } = options
  const sheet = format.open()
  const rows: KeptRow[] = []
  const issues: ImportIssue[] = []
  const accounts = new Set<string>()
  const votes = { number: numberVotes(), date: dateVotes() }
  let last: { row: RawRow; header: Header | null } | undefined
  let before: typeof last
  let endsWithinLine = false
  let seen = 0
  try {
    for (;;) {
      const next = await source.next()
      if (next.done) {
        endsWithinLine = next.value.endsWithinLine
        break
      }
      seen += 1
      if (seen % ROWS_PER_TURN === 0) {
        await nextTurn()
        signal?.throwIfAborted()
        onRows(rows.length)
      }
      const header = sheet.place(next.value.cells)
      before = last
      last = { row: next.value, header }
      if (!header) continue
      if (rows.length >= maxRows) throw tooManyRows(maxRows)
      const cells = header.pick.map((index) => (next.value.cells[index] ?? '').slice(0, CELL_CHARACTERS))
      poll(header, cells, votes, accounts)
      rows.push({ line: next.value.line, header, cells: cells.join(CELL_SEPARATOR) })
    }
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw error
    issues.push({ line: error.line, reason: error.message })
  }
  if (last && endsWithinLine && isIncomplete(last, before)) {
    if (last.header) rows.pop()
    issues.push({ line: last.row.line, reason: 'The file ends in the middle of this line.' })
  }
  onRows(rows.length)
  const { defaults } = format
  const stated = sheet.facts.currency ?? ''
  const currency = /^[A-Z]{3}$/.test(stated) ? stated : undefined
  const conventions = {
    numbers: format.overrides?.numbers ?? votes.number.decide(defaults.decimal),
    dates: format.overrides?.dates ?? votes.date.decide(defaults.order),
    currency: currency ?? defaults.currency,
  }
  return {
    rows,
    issues,
    conventions,
    currency,
    accounts: [...accounts.union(sheet.facts.accounts)],
    statements: sheet.statements?.() ?? [],
    asOf: sheet.asOf?.() ?? null,
  }
}

function poll(
  header: Header,
  cells: string[],
  votes: { number: ReturnType<typeof numberVotes>; date: ReturnType<typeof dateVotes> },
  accounts: Set<string>,
): void {
  for (const [key, { at, beside, as }] of Object.entries(header.places)) {
    if (as !== 'text') for (const index of at) votes[as].see(cells[index] ?? '')
    else if (beside >= 0) votes.number.see(cells[beside] ?? '')
    const account = key === 'account' ? maskedAccount(cells[at[0] ?? -1] ?? '') : undefined
    if (account) accounts.add(account)
  }
}

type Place = { row: RawRow; header: Header | null }

/** An unfinished last line with fewer cells than its table, or one that no longer looks like a row. */
function isIncomplete({ row, header }: Place, before: Place | undefined): boolean {
  if (header) return row.cells.length < header.width
  const above = before?.header
  return (
    above !== undefined &&
    above !== null &&
    before?.row.line === row.line - 1 &&
    row.cells.length < above.width
  )
}

export const tooManyRows = (maxRows: number): UnreadableFileError =>
  new UnreadableFileError(
    'too_many_rows',
    `This file has more than ${formatCount(maxRows)} rows. Export shorter date ranges and import them one at a time.`,
  )
