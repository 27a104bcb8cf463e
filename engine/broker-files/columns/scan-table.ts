// Scans an unknown table: where its header is, what each column contains, and which words occur.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { COLUMNS_MAX, WORDS_MAX } from '#shared/contracts/column-mapping.ts'
import type { RawRow } from '../csv-rows.ts'
import { type DateOrder, dateVotes, looksLikeDate } from '../dates.ts'
import { tooManyRows } from '../gather-rows.ts'
import { looksLikeNumber, numberVotes } from '../numbers.ts'
import { COLUMN_NAMES } from './column-names.ts'
import { isMoney } from '../symbols.ts'
import { actionWord, normalizeWords } from './normalize-words.ts'

export type ScannedColumn = {
  /** As written in the file. */
  name: string
  /** How many scanned cells aren't empty, and how many of them look like a date, like a number, etc. */
  filled: number
  /** How many of all rows have a value. */
  rows: number
  dates: number
  numbers: number
  negatives: number
  isins: number
  currencies: number
  symbols: number
  trades: number
  dateVotes: ReturnType<typeof dateVotes>
  numberVotes: ReturnType<typeof numberVotes>
  isYearFirst: boolean
  /** The number of rows with each `actionWord`. Null if there are more than `WORDS_MAX` different words. */
  words: Map<string, number> | null
  commonest: Map<string, number>
}

export type ScannedTable = {
  /** The header's cells as written. Null if the table begins with data. */
  header: string[] | null
  columns: ScannedColumn[]
  firstRows: RawRow[]
  /** Rows from which the columns are guessed. */
  sample: RawRow[]
  rows: number
}

/** The header is among these rows, after any notes. */
const HEADER_ROWS = 50
/** This many rows are enough to see what a column contains. */
const SAMPLED_ROWS = 2000
const SAMPLE_ROWS = 200
const FIRST_ROWS = 6
const ROWS_A_TURN = 1000

/** Alone or after a name: `Example Fund / ISIN IE00BK5BQT80`. */
export const ISIN = /(?:^|\bISIN:? ?)([A-Z]{2}[A-Z0-9]{9}\d)$/
const CURRENCY = /^[A-Z]{3}$|^GBp$/
const SYMBOL = /^[A-Z0-9][A-Z0-9./_-]{0,15}(?::[A-Za-z]{2,5})?$/
/** Quantity and price within a text. */
export const TRADE_TEXT = /\d\s*(?:@|\bat\b)\s*\D{0,4}\d/

/**
 * Null if the rows contain no table with a date. Throws `UnreadableFileError` beyond `maxRows`, the signal's reason,
 * and errors of `rows`.
 */
export async function scanTable(
  rows: AsyncIterable<RawRow>,
  {
    maxRows,
    signal,
    onRows,
  }: { maxRows: number; signal?: AbortSignal | undefined; onRows?: (rows: number) => void },
): Promise<ScannedTable | null> {
  const first: RawRow[] = []
  let table: ScannedTable | null = null
  let seen = 0
  for await (const row of rows) {
    seen += 1
    if (seen > maxRows + HEADER_ROWS) throw tooManyRows(maxRows)
    if (seen % ROWS_A_TURN === 0) {
      await nextTurn()
      signal?.throwIfAborted()
      onRows?.(seen)
    }
    if (table) take(table, row)
    else first.push(row)
    if (first.length === HEADER_ROWS && !table) table = begin(first)
  }
  table ??= begin(first)
  return table.rows > 0 && table.columns.some(({ dates }) => dates > 0) ? table : null
}

function begin(first: RawRow[]): ScannedTable {
  const at = headerAt(first)
  const header = at < 0 ? null : (first[at]?.cells ?? null)
  const width = Math.min(
    COLUMNS_MAX,
    Math.max(...first.slice(Math.max(0, at)).map(({ cells }) => lastFilled(cells)), 0),
  )
  const columns = Array.from({ length: width }, (_, index) => emptyColumn(header?.[index]?.trim() ?? ''))
  const table: ScannedTable = { header, columns, firstRows: [], sample: [], rows: 0 }
  for (const row of first.slice(at + 1)) take(table, row)
  return table
}

const lastFilled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1
const filledOf = (cells: string[]) => cells.filter((cell) => cell.trim() !== '')

const emptyColumn = (name: string): ScannedColumn => ({
  name,
  filled: 0,
  rows: 0,
  dates: 0,
  numbers: 0,
  negatives: 0,
  isins: 0,
  currencies: 0,
  symbols: 0,
  trades: 0,
  dateVotes: dateVotes(),
  numberVotes: numberVotes(),
  isYearFirst: true,
  words: new Map(),
  commonest: new Map(),
})

/** Eight digits count as a date only if they can be one, because order numbers have eight digits too. */
const COMPACT_DATE = /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const isDate = (cell: string) => looksLikeDate(cell) && (!/^\d+$/.test(cell) || COMPACT_DATE.test(cell))

const KNOWN_NAMES = new Set(Object.values(COLUMN_NAMES).flat())
const isFigure = (cell: string) => isDate(cell) || looksLikeNumber(cell)

/**
 * The header's index: the row with the most known names, otherwise the first row of names above a row with figures; -1
 * if there is none.
 */
function headerAt(first: RawRow[]): number {
  const known = first.map(({ cells }) =>
    cells.some(isDate) ? 0 : cells.filter((cell) => KNOWN_NAMES.has(normalizeWords(cell))).length,
  )
  const most = Math.max(...known, 0)
  if (most >= 2) return known.indexOf(most)
  const begins = first.findIndex(({ cells }) => filledOf(cells).length >= 3 && cells.some(isFigure))
  const above = first[begins - 1]
  return above && filledOf(above.cells).length >= 3 && !above.cells.some(isFigure) ? begins - 1 : -1
}

/** A row with fewer cells isn't part of a table: a title, a total, a remark. */
const ROW_CELLS_MIN = 3

function take(table: ScannedTable, row: RawRow): void {
  if (filledOf(row.cells).length < Math.min(ROW_CELLS_MIN, table.columns.length)) return
  table.rows += 1
  if (table.firstRows.length < FIRST_ROWS) table.firstRows.push(row)
  if (table.sample.length < SAMPLE_ROWS) table.sample.push(row)
  const isSampled = table.rows <= SAMPLED_ROWS
  for (const [index, column] of table.columns.entries()) {
    const cell = (row.cells[index] ?? '').trim()
    if (cell === '') continue
    column.rows += 1
    countWord(column, cell)
    if (isSampled) look(column, cell)
  }
}

function countWord(column: ScannedColumn, cell: string): void {
  if (!column.words) return
  const word = actionWord(cell)
  if (column.words.size >= WORDS_MAX && !column.words.has(word)) column.words = null
  else column.words.set(word, (column.words.get(word) ?? 0) + 1)
}

function look(column: ScannedColumn, cell: string): void {
  column.filled += 1
  if (isDate(cell)) {
    column.dates += 1
    column.dateVotes.see(cell)
    if (!/^\d{4}/.test(cell)) column.isYearFirst = false
  } else if (looksLikeNumber(cell)) {
    column.numbers += 1
    column.numberVotes.see(cell)
    if (/^[(\s]*[-−]|[-−)]\s*$/.test(cell)) column.negatives += 1
  } else if (TRADE_TEXT.test(cell)) column.trades += 1
  if (ISIN.test(cell)) column.isins += 1
  else if (CURRENCY.test(cell) && (isMoney(cell) || /^GB[Xp]$/.test(cell))) {
    column.currencies += 1
    column.commonest.set(cell, (column.commonest.get(cell) ?? 0) + 1)
  }
  if (SYMBOL.test(cell)) column.symbols += 1
}

/** The date order of a column, as far as its cells show it. */
export function datesOf(column: ScannedColumn | undefined, otherwise: DateOrder): 'ymd' | DateOrder {
  if (!column || (column.isYearFirst && column.dates > 0)) return 'ymd'
  const decided = column.dateVotes.decide(otherwise)
  return 'order' in decided ? decided.order : otherwise
}
