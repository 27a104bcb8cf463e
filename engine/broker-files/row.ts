// Reads one row of a broker's table by column name, with the file's conventions.
import type { Decimal } from 'decimal.js'
import { type DateConvention, readDate } from './dates.ts'
import { type NumberConvention, readNumber } from './numbers.ts'
import { quoted, RowError } from './file-errors.ts'
import type { Header, TableRow } from './table.ts'

export type Conventions = { numbers: NumberConvention; dates: DateConvention; currency: string }

/** One reader for all rows of a file. `at` moves it to the next row. */
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
  const row: TableRow = {
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
    at(next: Header, kept: string[]): TableRow {
      header = next
      cells = kept
      return row
    },
  }
}

/** The number in a column that this kind of row requires. */
export function requiredNumber<K extends string>(row: TableRow<K>, column: K): Decimal {
  const value = row.number(column)
  if (!value) throw new RowError(`${row.word(column) || column}: a number is missing.`)
  return value
}

/** The error for a kind of row that the broker's translator doesn't know. */
export const unknownRowType = (text: string) =>
  new RowError(
    text === '' ? 'The type of transaction is missing.' : `What ${quoted(text)} means isn’t known.`,
  )

/** A row of unknown kind is fine as long as it changes neither shares nor money. */
export function ignoreIfEmpty(kind: string, ...figures: (Decimal | null)[]): null {
  if (figures.some((figure) => figure && !figure.isZero())) throw unknownRowType(kind)
  return null
}
