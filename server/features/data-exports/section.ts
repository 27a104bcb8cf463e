// One section of a person's data export.
import type { RawBuilder } from 'kysely'

export type Section = {
  /** The name of its files. */
  name: string
  /** A line of the README. */
  about: string
  /** In the order of the CSV file. */
  columns: readonly string[]
  /** The table or subquery with the person's rows, and its condition. */
  from: (userId: string) => RawBuilder<unknown>
  /** A total order, because rows are read page by page. */
  order: readonly string[]
}

const words = (columns: string) => columns.split(' ')

/** Columns are names in camel case with spaces between them. */
export const section = (
  name: string,
  about: string,
  columns: string,
  order: string,
  from: Section['from'],
): Section => ({ name, about, columns: words(columns), order: words(order), from })
