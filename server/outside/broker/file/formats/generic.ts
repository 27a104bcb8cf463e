// The table that anybody can write: `date,type,symbol,quantity,price,amount,fee,currency`, in any order and by common other names.
import { PLAIN_FILE } from '#shared/contracts/portfolio.ts'
import { charge, type Draft, flow, handedOut, income, moved, splitBy, ZERO } from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { RowFault } from '../refusals.ts'
import { needed, type Row, unknownKind } from '../row.ts'
import { currencyOf, nameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text } from '../table.ts'

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
 * Needed are a date, a type and a symbol column; what a row of a type can't be without is said by its fault.
 * `amount` is the change of cash after fees; of a buy or a sell its sign doesn't matter, and it may be left out where
 * there is a price. `short` sells what isn't held, and `cover` buys it back. A `split` has a `ratio` (new shares for each
 * old one), or the shares added as its quantity.
 */
const activities = activityTable<Column>(
  {
    date: date('date', 'trade date', 'transaction date', 'day', 'datum', 'time', 'date/time', 'datetime'),
    type: text(
      'type',
      'action',
      'activity',
      'activity type',
      'transaction type',
      'transaction',
      'side',
      'typ',
    ),
    symbol: text('symbol', 'ticker', 'instrument', 'stock', 'isin'),
    name: optional(text('name', 'company', 'company name', 'description', 'security')),
    quantity: optional(
      number('quantity', 'qty', 'shares', 'units', 'number of shares', 'no. of shares', 'anzahl', 'aantal'),
    ),
    price: optional(
      number('price', 'price per share', 'share price', 'unit price', 'price / share', 'kurs', 'koers'),
    ),
    amount: optional(
      number(
        'amount',
        'total',
        'net amount',
        'total amount',
        'value',
        'cash',
        'proceeds',
        'betrag',
        'bedrag',
      ),
    ),
    fee: optional(
      number('fee', 'fees', 'commission', 'commissions', 'costs', 'fees & comm', 'gebühr', 'kosten'),
    ),
    currency: optional(text('currency', 'ccy', 'currency code', 'währung', 'valuta')),
    ratio: optional(text('ratio', 'split ratio')),
    id: optional(text('id', 'transaction id', 'reference', 'trade id')),
  },
  readActivity,
)

const KINDS: [pattern: RegExp, read: (row: Row<Column>) => Omit<Draft, 'day'>][] = [
  [/^(buy|bought|purchase|b|kauf|koop|reinvest(ment)?|market buy|limit buy)$/, (row) => trade(row, 'buy')],
  [/^(sell|sold|sale|s|verkauf|verkoop|market sell|limit sell)$/, (row) => trade(row, 'sell')],
  [/^(short|sell short|short sale|sell to open)$/, (row) => ({ ...trade(row, 'sell'), isShort: true })],
  [/^(cover|buy to cover|short cover|buy to close)$/, (row) => ({ ...trade(row, 'buy'), isShort: true })],
  [/^(dividend|div|dividends|dividende|distribution)$/, (row) => income(needed(row, 'amount'))],
  [/^(dividend tax|withholding( tax)?|tax)$/, (row) => income(needed(row, 'amount').abs().neg())],
  [/^(interest|zinsen|rente)$/, (row) => ({ type: 'interest', cash: needed(row, 'amount') })],
  [/^(fee|fees|commission|charge|cost|gebühr|kosten)$/, (row) => charge(sum(row).abs().neg())],
  [
    /^(deposit|cash in|contribution|transfer cash in|einzahlung|storting)$/,
    (row) => flow(needed(row, 'amount').abs()),
  ],
  [/^(withdrawal|withdraw|cash out|auszahlung|opname)$/, (row) => flow(needed(row, 'amount').abs().neg())],
  [/^(split|stock split|share split)$/, readSplit],
  [/^(transfer|transfer in|journal|received)$/, (row) => moved(needed(row, 'quantity'))],
  [/^(spin-?off|stock dividend|bonus shares)$/, (row) => handedOut(needed(row, 'quantity'))],
  [/^transfer out$/, (row) => moved(needed(row, 'quantity').abs().neg())],
]

function readActivity(row: Row<Column>): Draft {
  const type = row.text('type').toLowerCase()
  const read = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  if (!read) throw unknownKind(row.text('type'))
  const symbol = row.text('symbol')
  const currency = row.text('currency')
  return {
    ...row.day('date'),
    symbol: symbol === '' ? null : symbolOf(symbol),
    companyName: nameOf(row.text('name')),
    currency: currency === '' ? row.currency : currencyOf(currency).currency,
    ...(row.text('id') ? { key: row.text('id') } : {}),
    ...read(row),
  }
}

/** A fee stands in the column of amounts or of fees. */
const sum = (row: Row<Column>) => row.number('amount') ?? needed(row, 'fee')

function trade(row: Row<Column>, type: 'buy' | 'sell'): Omit<Draft, 'day'> {
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
function readSplit(row: Row<Column>): Omit<Draft, 'day'> {
  const [to = '', from = '1'] = row.text('ratio').split(/\s*(?::|\/|for)\s*/)
  const [fresh, old] = [row.asNumber(to), row.asNumber(from)]
  if (!fresh) return splitBy(needed(row, 'quantity'))
  if (!old?.isPositive() || old.isZero()) throw new RowFault('A split can’t be for no shares.')
  const ratio = fresh.dividedBy(old).toDecimalPlaces(10)
  return { type: 'split', ratio, quantity: row.number('quantity') ?? ZERO }
}

const tables = [activities]

export const generic: Format = {
  broker: PLAIN_FILE,
  slug: 'table',
  home: { order: 'mdy', decimal: '.', currency: 'USD' },
  // A broker's own table has many of the same names, and is known better.
  recognise: (rows) => headerScore(tables, rows),
  open: () => plainSheet(tables),
}
