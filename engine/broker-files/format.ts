// A broker's export format: how it is recognized, its conventions, and how its rows are sorted into tables.
import type { Statement } from '#engine/portfolio/activity.ts'
import { type DateOrder, looksLikeDate, readDate } from './dates.ts'
import type { DecimalMark } from './numbers.ts'
import { RowError } from './file-errors.ts'
import type { Conventions } from './row.ts'
import { maskedAccount } from './symbols.ts'
import { type Header, headerOf, type Table } from './table.ts'

export type Format = {
  /** The name people use. */
  broker: string
  /** Used in ids. */
  slug: string
  /** The broker's usual conventions. Used where the file is ambiguous. */
  defaults: { order: DateOrder; decimal: DecimalMark; currency: string }
  /** Conventions that apply even if the file's rows suggest others. */
  overrides?: Pick<Conventions, 'numbers' | 'dates'>
  /** The confidence that these first rows are from this broker: 0 for none. The highest wins. */
  confidence: (rows: string[][]) => number
  /** Starts reading a file. */
  open: () => Sheet
}

/** Sorts the rows of one file, in order. */
export type Sheet = {
  /** The header of the table that a row belongs to, or null for headers, notes and blank rows. */
  place: (cells: string[]) => Header | null
  /** Facts about the account from the rows read so far. */
  facts: { accounts: Set<string>; currency?: string }
  /** Called after the last row: the balances in the file. `account`: their account, if they all belong to one. */
  statements?: () => (Statement & { account?: string | undefined })[]
  /** Called after the last row: the day of the list of positions, `YYYY-MM-DD`, if the file names it. */
  asOf?: () => string | null
}

/**
 * The number of columns that the best-matching table recognizes in these rows, which favors wide tables over narrow
 * ones.
 */
export function headerScore(tables: Table[], rows: string[][]): number {
  const headers = rows.filter((cells) => !isData(cells))
  return Math.max(0, ...headers.flatMap((cells) => tables.map((table) => headerOf(table, cells)?.found ?? 0)))
}

/** A number or a day, which no header cell contains. */
const FIGURE = /^[-+($€£\s]*\d[\d.,/:\s-]*\)?%?$/

/** Cached, because every format tests the same first rows. */
const figured = new WeakMap<string[], boolean>()
const hasFigure = (cells: string[]) => cells.some((cell) => FIGURE.test(cell))
function isData(cells: string[]): boolean {
  const known = figured.get(cells)
  if (known !== undefined) return known
  const found = hasFigure(cells)
  figured.set(cells, found)
  return found
}

/** Patterns for the account and for the day of a list of positions in notes, as their first group. */
type Notes = { account?: RegExp; day?: RegExp }

/** Tables one after the other, each starting with its header, with notes before, between and after them. */
export function plainSheet(tables: Table[], { account, day }: Notes = {}): Sheet {
  let current: Header | null = null
  let asOf = ''
  const facts: Sheet['facts'] = { accounts: new Set() }
  return {
    facts,
    asOf: () => dayIn(asOf),
    place(cells) {
      const headers = hasFigure(cells) ? [] : tables.flatMap((table) => headerOf(table, cells) ?? [])
      const best = headers.reduce<Header | null>(
        (most, header) => (most && most.found >= header.found ? most : header),
        null,
      )
      if (best) current = best
      else if (current && !isNote(current, cells)) return current
      if (best) return null
      if (account) for (const cell of cells) nameAccount(facts, titled(cell, account))
      if (day && asOf === '') asOf = titled(cells.join(' ').trim(), day)
      return null
    },
  }
}

/** Titles and notes name their subject near the beginning. */
const TITLE_CHARACTERS = 200

const titled = (text: string, named: RegExp) => named.exec(text.slice(0, TITLE_CHARACTERS))?.[1] ?? ''

/** Only US brokers date their lists of positions. */
function dayIn(text: string): string | null {
  try {
    return text === '' ? null : readDate(text, { order: 'mdy' }).day
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return null
  }
}

/** Notes an account number in the form in which it may be shown. */
export function nameAccount({ accounts }: Sheet['facts'], number: string): void {
  const masked = maskedAccount(number)
  if (masked) accounts.add(masked)
}

const TOTAL = /^(sub|grand |account |transactions? )?totals?\b/i
/** A whole cell. In a row of a share called Total, other words or a date follow. */
const WHOLE_TOTAL = /^(sub|grand |account |transactions? )?totals?:?$/i
/** A row with at most this many filled cells isn't part of a table. */
const NOTE_CELLS_MAX = 2

/** Whether a row below a header is a remark or a total rather than an unreadable row. */
export function isNote(header: Header, cells: string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const dates = Object.values(header.places).filter(({ as }) => as === 'date')
  const hasDate = dates.some(({ at }) =>
    at.some((index) => looksLikeDate(cells[header.pick[index] ?? -1] ?? '')),
  )
  if (hasDate) return false
  const isTotal = TOTAL.test(filled[0]?.trim() ?? '') || filled.some((cell) => WHOLE_TOTAL.test(cell.trim()))
  return isTotal || filled.length <= NOTE_CELLS_MAX
}

/** A broker's export that is recognized by the columns of its tables. */
export const plainFormat = (
  name: Pick<Format, 'broker' | 'slug' | 'defaults'>,
  tables: Table[],
  notes: Notes = {},
): Format => ({
  ...name,
  confidence: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables, notes),
})

/** A US broker's export: month first, decimal points, dollars. */
export const usFormat = (broker: string, slug: string, tables: Table[], notes: Notes = {}): Format =>
  plainFormat({ broker, slug, defaults: { order: 'mdy', decimal: '.', currency: 'USD' } }, tables, notes)
