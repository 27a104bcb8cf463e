// Guesses what the columns of an unknown table mean, from their names and contents.
import {
  COLUMN_FIELDS,
  type ColumnField,
  type ColumnMapping,
  type Meaning,
} from '#shared/contracts/column-mapping.ts'
import type { Decimal } from 'decimal.js'
import { isMissingValue, readNumber } from '../numbers.ts'
import { RowError } from '../file-errors.ts'
import { guessMeaning } from './action-words.ts'
import { nameScore } from './column-names.ts'
import { hasForeignPrices, withProducts } from './guess-products.ts'
import { actionWord, normalizeWords } from './normalize-words.ts'
import { datesOf, type ScannedColumn, type ScannedTable } from './scan-table.ts'

/** The share of filled cells that look like what the field needs; 1 for fields that accept anything. */
const FITS: Record<ColumnField, (column: ScannedColumn) => number> = {
  date: ({ dates, filled }) => dates / filled,
  action: (column) => actionFit(column),
  symbol: ({ symbols, filled }) => symbols / filled,
  isin: ({ isins, filled }) => isins / filled,
  name: ({ numbers, dates, filled }) => 1 - (numbers + dates) / filled,
  quantity: ({ numbers, filled }) => numbers / filled,
  price: ({ numbers, filled }) => numbers / filled,
  amount: ({ numbers, filled }) => numbers / filled,
  fee: ({ numbers, filled }) => numbers / filled,
  tax: ({ numbers, filled }) => numbers / filled,
  currency: ({ currencies, filled }) => currencies / filled,
  details: ({ trades }) => (trades > 0 ? 1 : 0),
}
/** The minimum fit for these fields. */
const FIT_MIN: Partial<Record<ColumnField, number>> = { isin: 0.5, symbol: 0.6, name: 0.3 }
const USUAL_FIT_MIN = 0.7
const NUMBERS: readonly ColumnField[] = ['quantity', 'price', 'amount', 'fee', 'tax']

/** The share of cells with words whose meaning is known; "Trade" alone counts half. */
function actionFit({ words, numbers, dates, filled }: ScannedColumn): number {
  if (!words || numbers + dates > filled / 2) return 0
  let [known, all] = [0, 0]
  for (const [word, rows] of words) {
    const meaning = guessMeaning(word)
    all += rows
    known += meaning === null ? 0 : meaning === 'trade' || meaning === 'cash' ? rows / 2 : rows
  }
  return all === 0 ? 0 : known / all
}

/**
 * A guess for every setting. The owner sees all of them. The currency stays empty if nothing in the file suggests it.
 */
export function guessMapping(table: ScannedTable): ColumnMapping {
  const columns = withProducts(table, guessColumns(table.columns))
  const of = (field: ColumnField) => {
    const index = columns[field]
    return index === undefined ? undefined : table.columns[index]
  }
  const meanings = guessMeanings(of('action'))
  const [currency] = [...(of('currency')?.commonest ?? [])].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const amountName = of('amount')?.name ?? ''
  const named = currencyIn(amountName)
  const amount = guessAmount(table, columns)
  // The amount column names its currency ("Importo euro"), so the currency column is the share's.
  if (named) delete columns.currency
  // Foreign shares are priced in another currency, so the amount alone is used.
  if (hasForeignPrices(table, columns)) delete columns.price
  return {
    broker: '',
    columns,
    meanings,
    dates: datesOf(of('date'), 'dmy'),
    decimal: guessDecimal(table, columns),
    currency:
      named ??
      (/^[A-Z]{3}$/.test(currency ?? '') ? currency : undefined) ??
      currencyInNames(table) ??
      currencyInCells(table, columns) ??
      '',
    amount,
    outflows: guessOutflows(table, columns, meanings),
  }
}

export function guessColumns(columns: ScannedColumn[]): ColumnMapping['columns'] {
  const found: ColumnMapping['columns'] = {}
  const taken = new Set<number>()
  const candidates = COLUMN_FIELDS.flatMap((field) =>
    columns.flatMap((column, index) => {
      const score = scoreOf(field, column)
      return score > 0 ? [{ field, index, score }] : []
    }),
  ).toSorted((a, b) => b.score - a.score)
  for (const { field, index } of candidates) {
    if (found[field] !== undefined || (taken.has(index) && field !== 'details')) continue
    // Figures inside a text are used only if no column has them.
    if (field === 'details') continue
    found[field] = index
    taken.add(index)
  }
  const details = candidates.find(({ field }) => field === 'details')
  if (details && found.quantity === undefined) found.details = details.index
  if (found.symbol === undefined && found.isin === undefined) {
    const index = columns.findIndex((column, at) => !taken.has(at) && isOfSymbols(column))
    if (index >= 0) found.symbol = index
  }
  return found
}

/** Whether a column contains symbols, whatever its name. The same text in every row is more likely an account. */
const isOfSymbols = ({ symbols, numbers, dates, currencies, filled, words }: ScannedColumn) =>
  filled > 0 && symbols - numbers - dates - currencies >= filled * 0.9 && (words === null || words.size > 1)

/** By name and content, or by content alone if that is distinctive enough. */
function scoreOf(field: ColumnField, column: ScannedColumn): number {
  const name = nameScore(field, normalizeWords(column.name))
  // An empty column keeps the score of its name, below all others.
  if (column.filled === 0) return name === 0 || field === 'details' ? 0 : name / 10
  const fit = FITS[field](column)
  if (field === 'action') return fit < 0.3 ? 0 : name + fit * 2
  if (fit < (FIT_MIN[field] ?? USUAL_FIT_MIN)) return 0
  if (name > 0) return 1 + name + fit / 10
  // A currency column with an unusual name may be the share's currency instead of the amount's.
  const isDistinctive =
    ['date', 'isin', 'details'].includes(field) || (field === 'currency' && column.name === '')
  return isDistinctive ? fit / 2 : 0
}

export function guessMeanings(column: ScannedColumn | undefined): ColumnMapping['meanings'] {
  return [...(column?.words?.keys() ?? [])].flatMap((word) => {
    const meaning = guessMeaning(word)
    return meaning ? [{ word, meaning }] : []
  })
}

function guessDecimal({ columns }: ScannedTable, found: ColumnMapping['columns']): '.' | ',' {
  const votes = { '.': 0, ',': 0 }
  for (const field of NUMBERS) {
    const column = columns[found[field] ?? -1]
    // A column without any mark counts as decided, because it reads the same either way.
    const decided = column?.numberVotes.decide('.')
    if (decided === ',') votes[','] += column?.numbers ?? 0
    else if (column && column.numberVotes.decide(',') === '.') votes['.'] += column.numbers
  }
  return votes[','] > votes['.'] ? ',' : '.'
}

/** A currency in the column names themselves: "Amount (EUR)". */
function currencyInNames({ columns }: ScannedTable): string | undefined {
  return columns.map(({ name }) => currencyIn(name)).find((code) => code !== undefined)
}

function currencyIn(name: string): string | undefined {
  const [, code] = /\b(USD|EUR|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|JPY)\b/.exec(name) ?? []
  if (code) return code
  if (/€|\beuro\b/i.test(name)) return 'EUR'
  return /£/.test(name) ? 'GBP' : undefined
}

/** A currency sign in the amounts themselves: "£300.96". A dollar sign doesn't name its country. */
const currencyInCells = (table: ScannedTable, columns: ColumnMapping['columns']) =>
  table.sample.map(({ cells }) => currencySign(cells[columns.amount ?? -1])).find((code) => code)

const currencySign = (cell = '') => (/£/.test(cell) ? 'GBP' : /€/.test(cell) ? 'EUR' : undefined)

/**
 * Compares quantity times price with the amount in trades with a fee: the amount either excludes or includes the fee.
 */
function guessAmount(table: ScannedTable, found: ColumnMapping['columns']): ColumnMapping['amount'] {
  const decimal = guessDecimal(table, found)
  let [before, after] = [0, 0]
  for (const { cells } of table.sample) {
    const figure = (field: ColumnField) => numberIn(cells[found[field] ?? -1], decimal)
    const [quantity, price, amount, fee] = [
      figure('quantity'),
      figure('price'),
      figure('amount'),
      figure('fee'),
    ]
    if (!quantity || !price || !amount || !fee || fee.isZero()) continue
    const off = quantity.times(price).abs().minus(amount.abs()).abs()
    if (off.lt(fee.abs().dividedBy(2))) before += 1
    else if (off.minus(fee.abs()).abs().lt(fee.abs().dividedBy(2))) after += 1
  }
  return before > after ? 'before_fees' : 'after_fees'
}

const LEAVING: readonly Meaning[] = ['withdrawal', 'fee', 'dividend_tax']

/** Whether outflows have a minus sign. If there are no certain outflows, whether any amount has one. */
function guessOutflows(
  table: ScannedTable,
  found: ColumnMapping['columns'],
  meanings: ColumnMapping['meanings'],
): ColumnMapping['outflows'] {
  const leaving = new Set(meanings.filter(({ meaning }) => LEAVING.includes(meaning)).map(({ word }) => word))
  const decimal = guessDecimal(table, found)
  let [minus, plus] = [0, 0]
  for (const { cells } of table.sample) {
    if (!leaving.has(actionWord(cells[found.action ?? -1] ?? ''))) continue
    const amount = numberIn(cells[found.amount ?? -1], decimal)
    if (amount?.isNegative()) minus += 1
    else if (amount && !amount.isZero()) plus += 1
  }
  if (minus + plus > 0) return minus >= plus ? 'minus' : 'unsigned'
  return (table.columns[found.amount ?? -1]?.negatives ?? 0) > 0 ? 'minus' : 'unsigned'
}

function numberIn(cell: string | undefined, decimal: '.' | ','): Decimal | null {
  if (cell === undefined || isMissingValue(cell)) return null
  try {
    return readNumber(cell, decimal)
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}
