// What is known of a broker's export: how it is recognised, what its home is like, and how its rows are sorted into tables.
import type { Statement } from '../port.ts'
import { type DateOrder, looksLikeDate, readDate } from './dates.ts'
import type { DecimalMark } from './numbers.ts'
import { RowError } from './refusals.ts'
import type { Conventions } from './row.ts'
import { maskedAccount } from './symbols.ts'
import { type Header, headerOf, type Table } from './table.ts'

export type Format = {
  /** As people call it. */
  broker: string
  /** In ids. */
  slug: string
  /** What holds where the file itself leaves it open. */
  home: { order: DateOrder; decimal: DecimalMark; currency: string }
  /** What holds whatever the file's own rows suggest. */
  decided?: Pick<Conventions, 'numbers' | 'dates'>
  /** How surely these first rows are of this broker: 0 for not at all; the surest wins. */
  recognise: (rows: string[][]) => number
  /** Begins a file. */
  open: () => Sheet
}

/** Sorts the rows of one file, in their order. */
export type Sheet = {
  /** The header of the table that a row belongs to, or null for headers, notes and blank rows. */
  place: (cells: string[]) => Header | null
  /** What the file says about itself, as far as it has been read. */
  facts: { accounts: Set<string>; currency?: string }
  /** Asked after the last row: the balances that the file says. */
  statements?: () => Statement[]
  /** Asked after the last row: the day of the file's list of positions, `YYYY-MM-DD`, as far as it was named. */
  asOf?: () => string | null
}

/** The best header of the tables among the rows: the number of columns it names, which tells narrow tables from wide ones. */
export function headerScore(tables: Table[], rows: string[][]): number {
  return Math.max(0, ...rows.flatMap((cells) => tables.map((table) => headerOf(table, cells)?.found ?? 0)))
}

/** A number or a day, which no header has among its names. */
const FIGURE = /^[-+($€£\s]*\d[\d.,/:\s-]*\)?%?$/

/** Where notes name the account, and the day of a list of positions: as their first group. */
type Notes = { account?: RegExp; day?: RegExp }

/** Table by table, each begun by its header, with notes before, between and after them. */
export function plainSheet(tables: Table[], { account, day }: Notes = {}): Sheet {
  let current: Header | null = null
  let asOf = ''
  const facts: Sheet['facts'] = { accounts: new Set() }
  return {
    facts,
    asOf: () => dayIn(asOf),
    place(cells) {
      const isData = cells.some((cell) => FIGURE.test(cell))
      const headers = isData ? [] : tables.flatMap((table) => headerOf(table, cells) ?? [])
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

/** Titles and notes say what they name near their beginning. */
const TITLE_CHARACTERS = 200

const titled = (text: string, named: RegExp) => named.exec(text.slice(0, TITLE_CHARACTERS))?.[1] ?? ''

/** American brokers alone date their lists of positions. */
function dayIn(text: string): string | null {
  try {
    return text === '' ? null : readDate(text, { order: 'mdy' }).day
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return null
  }
}

/** Notes an account's number, as far as it may be shown. */
export function nameAccount({ accounts }: Sheet['facts'], number: string): void {
  const masked = maskedAccount(number)
  if (masked) accounts.add(masked)
}

const TOTAL = /^(sub|grand |account |transactions? )?totals?\b/i
/** A row with so few cells filled says nothing that a table has. */
const NOTE_CELLS_MAX = 2

/** Whether a row below a header is a remark or a total instead of a row that can't be read. */
export function isNote(header: Header, cells: string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (TOTAL.test(filled[0]?.trim() ?? '')) return true
  const dates = Object.values(header.places).filter(({ as }) => as === 'date')
  const hasDate = dates.some(({ at }) =>
    at.some((index) => looksLikeDate(cells[header.pick[index] ?? -1] ?? '')),
  )
  return filled.length <= NOTE_CELLS_MAX && !hasDate
}
