// This product's own documented table: `date,type,symbol,quantity,price,amount,fee,currency`, in any order, under
// exactly these names.
import { PLAIN_FILE } from '#shared/contracts/portfolio.ts'
import {
  charge,
  type Draft,
  flow,
  stockDividend,
  income,
  shareTransfer,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { RowError } from '../file-errors.ts'
import { requiredNumber, unknownRowType } from '../row.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow } from '../table.ts'

type Column =
  | 'date'
  | 'type'
  | 'symbol'
  | 'name'
  | 'quantity'
  | 'price'
  | 'amount'
  | 'fee'
  | 'currency'
  | 'ratio'
  | 'id'

/**
 * A date, a type and a symbol column are required; a row's issue names what its type additionally needs. `amount` is
 * the change of cash after fees; for a buy or a sell its sign doesn't matter, and it may be missing if there is a
 * price. `short` sells shares that aren't held, and `cover` buys them back. A `split` has a `ratio` (new shares per old
 * share), or the shares added as its quantity.
 */
const activities = activityTable<Column>(
  {
    date: date('date'),
    type: text('type'),
    symbol: text('symbol'),
    name: optional(text('name')),
    quantity: optional(number('quantity')),
    price: optional(number('price')),
    amount: optional(number('amount')),
    fee: optional(number('fee')),
    currency: optional(text('currency')),
    ratio: optional(text('ratio')),
    id: optional(text('id')),
  },
  readActivity,
)

const KINDS: [pattern: RegExp, read: (row: TableRow<Column>) => Omit<Draft, 'day'>][] = [
  [/^(buy|bought|purchase|b|kauf|koop|reinvest(ment)?|market buy|limit buy)$/, (row) => trade(row, 'buy')],
  [/^(sell|sold|sale|s|verkauf|verkoop|market sell|limit sell)$/, (row) => trade(row, 'sell')],
  [/^(short|sell short|short sale|sell to open)$/, (row) => ({ ...trade(row, 'sell'), isShort: true })],
  [/^(cover|buy to cover|short cover|buy to close)$/, (row) => ({ ...trade(row, 'buy'), isShort: true })],
  [/^(dividend|div|dividends|dividende|distribution)$/, (row) => income(requiredNumber(row, 'amount'))],
  [/^(dividend tax|withholding( tax)?|tax)$/, (row) => income(requiredNumber(row, 'amount').abs().neg())],
  [/^(interest|zinsen|rente)$/, (row) => ({ type: 'interest', cash: requiredNumber(row, 'amount') })],
  [/^(fee|fees|commission|charge|cost|gebühr|kosten)$/, (row) => charge(sum(row).abs().neg())],
  [
    /^(deposit|cash in|contribution|transfer cash in|einzahlung|storting)$/,
    (row) => flow(requiredNumber(row, 'amount').abs()),
  ],
  [
    /^(withdrawal|withdraw|cash out|auszahlung|opname)$/,
    (row) => flow(requiredNumber(row, 'amount').abs().neg()),
  ],
  [/^(split|stock split|share split)$/, readSplit],
  [/^(transfer|transfer in|journal|received)$/, (row) => shareTransfer(requiredNumber(row, 'quantity'))],
  [/^(spin-?off|stock dividend|bonus shares)$/, (row) => stockDividend(requiredNumber(row, 'quantity'))],
  [/^transfer out$/, (row) => shareTransfer(requiredNumber(row, 'quantity').abs().neg())],
]

function readActivity(row: TableRow<Column>): Draft {
  const type = row.text('type').toLowerCase()
  const read = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  if (!read) throw unknownRowType(row.text('type'))
  const symbol = row.text('symbol')
  const currency = row.text('currency')
  return {
    ...row.day('date'),
    symbol: symbol === '' ? null : symbolOf(symbol),
    companyName: companyNameOf(row.text('name')),
    currency: currency === '' ? row.currency : currencyUnitOf(currency).currency,
    ...(row.text('id') ? { key: row.text('id') } : {}),
    ...read(row),
  }
}

/** A fee may be in the amount or the fee column. */
const sum = (row: TableRow<Column>) => row.number('amount') ?? requiredNumber(row, 'fee')

function trade(row: TableRow<Column>, type: 'buy' | 'sell'): Omit<Draft, 'day'> {
  const amount = row.number('amount')?.abs()
  const fee = row.number('fee')?.abs() ?? ZERO
  const cash = amount && (type === 'buy' ? amount.neg() : amount)
  return {
    type,
    quantity: row.number('quantity')?.abs() ?? null,
    price: row.number('price'),
    cash: cash ?? null,
    fee,
  }
}

/** `ratio` is `10`, `10:1`, `10/1` or `1 for 20`. */
function readSplit(row: TableRow<Column>): Omit<Draft, 'day'> {
  const [to = '', from = '1'] = row.text('ratio').split(/\s*(?::|\/|for)\s*/)
  const [fresh, old] = [row.asNumber(to), row.asNumber(from)]
  if (!fresh) return splitShares(requiredNumber(row, 'quantity'))
  if (!old?.isPositive() || old.isZero()) throw new RowError('A split can’t be for no shares.')
  const ratio = fresh.dividedBy(old).toDecimalPlaces(10)
  return { type: 'split', ratio, quantity: row.number('quantity') ?? ZERO }
}

const tables = [activities]
const NAMES = Object.keys(activities.columns)
/** The minimum for a history of trades. */
const NEEDED = ['date', 'type', 'symbol', 'quantity']

/** Requires exactly the documented names in lower case, because a table with similar names is some broker's format. */
function isDocumented(cells: string[]): boolean {
  const words = cells.map((cell) => cell.replace(/^\ufeff/, '').trim()).filter((word) => word !== '')
  return words.every((word) => NAMES.includes(word)) && NEEDED.every((word) => words.includes(word))
}

export const generic: Format = {
  broker: PLAIN_FILE,
  slug: 'table',
  defaults: { order: 'mdy', decimal: '.', currency: 'USD' },
  confidence: (rows) => headerScore(tables, rows.filter(isDocumented)),
  open: () => plainSheet(tables),
}
