// Describes a broker's table as data: its column names, how a header is matched, and what a row means.
import type { Decimal } from 'decimal.js'
import type { Position } from '#engine/portfolio/activity.ts'
import type { Draft } from './drafts.ts'
import type { BalanceAfter } from './running-balance.ts'

type Name = string | RegExp
/** `as` says which cells show how the file writes numbers and dates. */
export type Column = {
  names: Name[]
  as: 'text' | 'number' | 'date'
  optional: boolean
  many: boolean
  hasUnnamedNext: boolean
}

/** Banks and brokers write "Opération" and "Operation" in files of the same kind. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
/** A pattern that matches words which went through `withoutAccents`. */
export const patternWithoutAccents = ({ source, flags }: RegExp): RegExp =>
  new RegExp(withoutAccents(source), flags)

const columnAs =
  (as: Column['as']) =>
  (...names: Name[]): Column => ({
    names: names.map((name) =>
      typeof name === 'string' ? withoutAccents(name) : patternWithoutAccents(name),
    ),
    as,
    optional: false,
    many: false,
    hasUnnamedNext: false,
  })
/**
 * A column by its names, in lower case and without `($)`; accents don't count. The first that a header contains counts.
 */
export const text = columnAs('text')
export const number = columnAs('number')
export const date = columnAs('date')
export const optional = (of: Column): Column => ({ ...of, optional: true })
/** All columns with one of the names, such as several kinds of fees. */
export const many = (of: Column): Column => ({ ...of, optional: true, many: true })
/** A column followed by an unnamed one that belongs to it, like DEGIRO's currencies. */
export const withUnnamedNext = (of: Column): Column => ({ ...of, hasUnnamedNext: true })

/** A translator's view of a row. All reading methods throw `RowError` with a sentence for the file's owner. */
export type TableRow<K extends string = string> = {
  /** Trimmed. Empty if the cell or the whole column is missing. */
  text: (column: K) => string
  /** The cell to the right of a column, for unnamed columns such as DEGIRO's currencies. */
  beside: (column: K) => string
  /** Null if the cell is empty. */
  number: (column: K) => Decimal | null
  /** The cells of a column that takes several, with their headers. */
  each: (column: K) => { word: string; text: string }[]
  day: (column: K, options?: { posted?: boolean }) => { day: string; time: string }
  /** The column's header as written. Empty if the column is missing. */
  word: (column: K) => string
  /** Reads a number found within a text, with the file's conventions. */
  asNumber: (text: string) => Decimal | null
  currency: string
}

/** A row to skip that the preview counts under this name, instead of its own word. */
export type Skipped = { skipped: string }

/** What a row means. Null for a row to skip, such as a total or an internal movement of money. */
type ActivityTranslation = {
  holds: 'activities'
  translate: (row: TableRow) => Draft | Draft[] | Skipped | null
  /** The cash balance after the row, in files that have one. Null where the cell is empty. */
  balanceAfter?: (row: TableRow) => BalanceAfter | null
}
type PositionTranslation = { holds: 'positions'; translate: (row: TableRow) => Position | null }
export type Table = { columns: Record<string, Column> } & (ActivityTranslation | PositionTranslation)

/** Builds a table whose translator can only use the columns it declares. */
export function activityTable<K extends string>(
  columns: Record<K, Column>,
  translate: (row: TableRow<K>) => Draft | Draft[] | Skipped | null,
  balanceAfter?: (row: TableRow<K>) => BalanceAfter | null,
): Table {
  return { holds: 'activities', columns, translate, ...(balanceAfter && { balanceAfter }) }
}
export function positionTable<K extends string>(
  columns: Record<K, Column>,
  translate: (row: TableRow<K>) => Position | null,
): Table {
  return { holds: 'positions', columns, translate }
}

/** Where a table's columns are in a particular header. Rows keep only the cells that `pick` names. */
export type Header = {
  table: Table
  /** The positions of each column's cells within a kept row; -1 if there is no unnamed cell to its right. */
  places: Record<string, { at: number[]; beside: number; as: Column['as'] }>
  /** The header's own words, in the order of the kept cells. */
  words: string[]
  pick: number[]
  /** The number of cells in a complete row. */
  width: number
  /** The number of columns found. */
  found: number
}

const plainWord = (word: string) =>
  withoutAccents(word)
    .replace(/^\ufeff/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/ ?\([$€£]\)$/, '')
/** Cached, because the words of a row are compared with the tables of every broker. */
const comparable = new WeakMap<string[], string[]>()
function wordsOf(cells: string[]): string[] {
  const known = comparable.get(cells)
  if (known) return known
  const words = cells.map(plainWord)
  comparable.set(cells, words)
  return words
}

/** A column's positions, by the first of its names that the header contains. */
function placesOf(words: string[], { names, many: takesAll }: Column): number[] {
  const found = names.map((name) =>
    words.flatMap((word, index) =>
      word !== '' && (typeof name === 'string' ? name === word : name.test(word)) ? [index] : [],
    ),
  )
  return takesAll ? found.flat() : (found.find(([first]) => first !== undefined) ?? []).slice(0, 1)
}

/** The header of a table, or null if a required column is missing. */
export function headerOf(table: Table, cells: string[]): Header | null {
  const words = wordsOf(cells)
  const pick: number[] = []
  const places: Header['places'] = {}
  let found = 0
  for (const [key, column] of Object.entries(table.columns)) {
    const taken = placesOf(words, column)
    if (taken.length === 0 && !column.optional) return null
    const right = column.hasUnnamedNext ? (taken[0] ?? -2) + 1 : -1
    const isUnnamed = right > 0 && words[right] === ''
    const at = taken.map((index) => pick.push(index) - 1)
    places[key] = { at, beside: isUnnamed ? pick.push(right) - 1 : -1, as: column.as }
    found += taken.length
  }
  const width = words.findLastIndex((word) => word !== '') + 1
  return { table, places, pick, words: pick.map((index) => cells[index]?.trim() ?? ''), width, found }
}
