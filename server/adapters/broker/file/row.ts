// One row of a broker's table, its cells by name, read with what was decided for the whole file.
import type { Decimal } from 'decimal.js'
import { type DateConvention, readDate } from './dates.ts'
import { type NumberConvention, readNumber } from './numbers.ts'
import { quoted, RowError } from './refusals.ts'
import type { Header } from './table.ts'

export type Conventions = { numbers: NumberConvention; dates: DateConvention; currency: string }

/** What translators see. Everything that reads throws `RowError` with a sentence for whoever owns the file. */
export type Row<K extends string = string> = {
  /** Without blanks around it; empty where the cell or the whole column is missing. */
  text: (column: K) => string
  /** The cell to the right of a column, where its header is empty, as DEGIRO's currencies are. */
  beside: (column: K) => string
  /** Null where there is none. */
  number: (column: K) => Decimal | null
  /** The cells of a column that takes several, with their headers. */
  each: (column: K) => { word: string; text: string }[]
  day: (column: K, options?: { posted?: boolean }) => { day: string; time: string }
  /** The column's header as it is written; empty where the column is missing. */
  word: (column: K) => string
  /** Reads a number found within a text as the file's numbers are read. */
  asNumber: (text: string) => Decimal | null
  currency: string
}

/** One reader for all rows of a file: `at` points it to the next. */
export function rowReader({ numbers, dates, currency }: Conventions) {
  let header: Header
  let cells: string[] = []
  const first = (column: string) => header.places[column]?.at[0] ?? -1
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? '').trim())
  const asNumber = (text: string) => readNumber(text, numbers)
  const inColumn = (index: number) => {
    try {
      return asNumber(cell(index))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      throw new RowError(`${header.words[index] ?? 'A number'}: ${error.message}`)
    }
  }
  const row: Row = {
    text: (column) => cell(first(column)),
    beside: (column) => cell(header.places[column]?.beside ?? -1),
    number: (column) => inColumn(first(column)),
    each: (column) =>
      (header.places[column]?.at ?? []).map((index) => ({
        word: header.words[index] ?? '',
        text: cell(index),
      })),
    day: (column, options) => readDate(cell(first(column)), dates, options),
    word: (column) => header.words[first(column)] ?? '',
    asNumber,
    currency,
  }
  return {
    at(next: Header, kept: string[]): Row {
      header = next
      cells = kept
      return row
    },
  }
}

/** The number of a column that a row of this kind can't be without. */
export function needed<K extends string>(row: Row<K>, column: K): Decimal {
  const value = row.number(column)
  if (!value) throw new RowError(`${row.word(column) || column}: a number is missing.`)
  return value
}

/** A kind of row that the broker's translator doesn't know. */
export const unknownKind = (text: string) =>
  new RowError(
    text === '' ? 'The type of transaction is missing.' : `What ${quoted(text)} means isn’t known.`,
  )

/** A row of unknown kind is no fault as long as it changes neither shares nor money. */
export function unlessNothing(kind: string, ...figures: (Decimal | null)[]): null {
  if (figures.some((figure) => figure && !figure.isZero())) throw unknownKind(kind)
  return null
}
