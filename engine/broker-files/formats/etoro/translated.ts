// eToro's account activity in other languages: columns by their positions, and kinds of rows by their figures.
import type { Decimal } from 'decimal.js'
import { looksLikeDate } from '../../dates.ts'
import type { Draft } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import type { Sheet } from '../../format.ts'
import { isMissingValue, looksLikeNumber, readNumber } from '../../numbers.ts'
import { ignoreIfEmpty, requiredNumber } from '../../row.ts'
import { activityTable, type Header, type Table, withoutAccents } from '../../table.ts'
import { type ActivityRow, columns, type Kind, RATIO, readAs } from './rows.ts'

/** The order of the columns is the same in all languages. */
const AT = { date: 0, type: 1, details: 2, amount: 3, units: 4, change: 5, balance: 7, position: 8, asset: 9 }
const PAIR = /^[A-Z0-9.]{1,12}\/[A-Z]{3}\b/
const POSITION = /^\d{6,}$/
/** `500.00 EUR WireTransfer` */
const PAID_IN = /^[\d.,]+ [A-Z]{3} \w/
const CENT = 0.011

const cellAt = (cells: string[], name: keyof typeof AT) => cells[AT[name]]?.trim() ?? ''
const isFigure = (cell: string) => looksLikeNumber(cell) || isMissingValue(cell)

/** Whether a row has the shape of the account activity's rows. */
export const isActivity = (cells: string[]): boolean =>
  /\d:\d\d/.test(cellAt(cells, 'date')) &&
  looksLikeDate(cellAt(cells, 'date')) &&
  cellAt(cells, 'type') !== '' &&
  !isFigure(cellAt(cells, 'type')) &&
  [AT.amount, AT.units, AT.change, AT.change + 1, AT.balance].every((at) => isFigure(cells[at] ?? '?')) &&
  (POSITION.test(cellAt(cells, 'position')) || cellAt(cells, 'position') === '-')

const isTrade = (cells: string[]) =>
  PAIR.test(cellAt(cells, 'details')) &&
  POSITION.test(cellAt(cells, 'position')) &&
  figureAt(cells, 'units') !== null

/** Whether these first rows are an account activity: at least one trade among rows of its shape. */
export const isTranslated = (rows: string[][]): boolean =>
  rows.some((cells) => isActivity(cells) && isTrade(cells))

function figureAt(cells: string[], name: keyof typeof AT): Decimal | null {
  try {
    const figure = readNumber(cellAt(cells, name), '.')
    return figure?.isZero() ? null : figure
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return null
  }
}

type Before = { balance: Decimal | null; opened: Set<string> }

/** The kind of a row that belongs to a position; null for other rows, which only their type's word identifies. */
function kindOf(cells: string[], { balance, opened }: Before): Kind | null {
  const position = cellAt(cells, 'position')
  const details = cellAt(cells, 'details')
  if (PAIR.test(details) && RATIO.test(details)) return 'split'
  if (!POSITION.test(position)) return null
  const amount = figureAt(cells, 'amount')
  if (isTrade(cells)) {
    // Only a closed position changes the realized equity.
    if (figureAt(cells, 'change')) return 'close'
    const after = figureAt(cells, 'balance')
    const isBy = (change: Decimal) => balance && after && balance.plus(change).minus(after).abs().lt(CENT)
    if (amount && isBy(amount.abs().neg())) return 'open'
    if (amount && isBy(amount.abs())) return 'close'
    return opened.has(position) ? 'close' : 'open'
  }
  if (!amount) return null
  if (amount.isNegative()) return 'charge'
  return PAIR.test(details) ? 'dividend' : 'interest'
}

/** German, Spanish, French, Italian and Portuguese, without accents. A fee for a withdrawal is a fee. */
const WORDS: [kind: Kind, pattern: RegExp][] = [
  ['charge', /gebuhr(en)?\b|\b(comision|comisiones|tarifa|frais|commissione|spese|taxa|comissao)\b/],
  ['interest', /\bzins\w*|\b(interes|intereses|interets?|interessi?|juros)\b/],
  ['withdrawal', /\b(auszahlung|abhebung)\w*|\b(retir[oa]da?|retrait|prelievo|levantamento)\b/],
  ['deposit', /\beinzahlung\w*|\b(deposito|depot|versement|versamento)\b/],
]

function byWord(row: ActivityRow): Draft | null {
  const type = withoutAccents(row.text('type').toLowerCase())
  const amount = requiredNumber(row, 'amount')
  const kind = WORDS.find(([, pattern]) => pattern.test(type))?.[0]
  if (kind) return readAs(kind, row)
  if (amount.greaterThan(0) && PAID_IN.test(row.text('details'))) return readAs('deposit', row)
  return ignoreIfEmpty(row.text('type'), amount)
}

/** Rows of the account activity without an English header. The row above them names the columns. */
export function translatedSheet(): Pick<Sheet, 'place'> {
  const opened = new Set<string>()
  const headers = new Map<Kind | null, Header>()
  let words: string[] = []
  let balance: Decimal | null = null
  return {
    place(cells) {
      if (!isActivity(cells)) {
        words = cells
        return null
      }
      const kind = kindOf(cells, { balance, opened })
      balance = figureAt(cells, 'balance') ?? balance
      if (kind === 'open') opened.add(cellAt(cells, 'position'))
      const header =
        headers.get(kind) ??
        headerOf(
          activityTable(columns, (row) => (kind ? readAs(kind, row) : byWord(row))),
          words,
        )
      headers.set(kind, header)
      return header
    },
  }
}

const NAMES = ['date', 'type', 'details', 'amount', 'units', 'change', 'position', 'asset'] as const

const headerOf = (table: Table, words: string[]): Header => ({
  table,
  places: Object.fromEntries(
    NAMES.map((name, index) => [name, { at: [index], beside: -1, as: columns[name].as }]),
  ),
  pick: NAMES.map((name) => AT[name]),
  words: NAMES.map((name) => words[AT[name]]?.trim() || name),
  width: 0,
  found: NAMES.length,
})
