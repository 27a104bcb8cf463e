// Trading 212: the history export, in its older (currency in the header) and newer (currency in its own column) layout.
import type { Decimal } from 'decimal.js'
import {
  charge,
  type Draft,
  exchange,
  flow,
  stockDividend,
  income,
  shareTransfer,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { type Format, headerScore, plainSheet } from '../format.ts'
import { requiredNumber, ignoreIfEmpty } from '../row.ts'
import { RowError } from '../file-errors.ts'
import { currencyUnitOf, companyNameOf, symbolOf } from '../symbols.ts'
import { activityTable, date, many, number, optional, text, type TableRow } from '../table.ts'

type Column =
  | 'action'
  | 'time'
  | 'isin'
  | 'ticker'
  | 'name'
  | 'shares'
  | 'price'
  | 'priceCurrency'
  | 'rate'
  | 'total'
  | 'totalCurrency'
  | 'fees'
  | 'currencies'
  | 'from'
  | 'fromCurrency'
  | 'to'
  | 'toCurrency'
  | 'id'

const history = activityTable<Column>(
  {
    action: text('action'),
    time: date('time', 'time (utc)'),
    isin: text('isin'),
    ticker: text('ticker'),
    name: text('name'),
    shares: number('no. of shares'),
    price: number('price / share'),
    priceCurrency: text('currency (price / share)'),
    rate: optional(number('exchange rate')),
    total: number(/^total( \([a-z]{3}\))?$/),
    totalCurrency: optional(text('currency (total)')),
    fees: many(number(/^(?!withholding|currency \().*(fee|tax|levy|duty)( \([a-z]{3}\))?$/)),
    currencies: many(text(/^currency \(.*(fee|tax|levy|duty)\)$/)),
    from: optional(number('currency conversion from amount')),
    fromCurrency: optional(text('currency (currency conversion from amount)')),
    to: optional(number('currency conversion to amount')),
    toCurrency: optional(text('currency (currency conversion to amount)')),
    id: optional(text('id')),
  },
  readHistory,
)

const STOCK_DIVIDENDS =
  /^(stock (distribution|dividend)|custom stock distribution|spin.?off|equity rights|rights issue)/
/** Gifts count as shares transferred in, not as a gain. */
const GIFTS = /^free shares?/
/** A company takes all or part of the shares for cash. */
const TAKEOVERS = /merger|acquisition|liquidation|redemption|tender|stock closed/
const INTEREST =
  /^(interest|(share )?lending interest|spending cashback|cashback|result adjustment|bonus|promotion|referral)/
const OUT = /^(withdrawal|atm withdrawal|card (debit|payment)|spending)/

function readHistory(row: TableRow<Column>): Draft | Draft[] | null {
  const action = row.text('action').toLowerCase()
  const id = row.text('id')
  const side = /\b(buy|sell)$/.exec(action)?.[1]
  // A payment and its reversal may share an id.
  const key = id && side === undefined ? `${id}/${action}` : id
  const ticker = row.text('ticker')
  const total = row.number('total')
  const currency = currencyUnitOf(
    row.text('totalCurrency') || (/\(([A-Z]{3})\)/.exec(row.word('total'))?.[1] ?? row.currency),
  ).currency
  const shared = {
    ...row.day('time'),
    symbol: ticker || row.text('isin') ? symbolOf(ticker || row.text('isin')) : null,
    companyName: companyNameOf(row.text('name')),
    currency,
    ...(key ? { key } : {}),
  }
  const size = row.number('shares')
  if (side === 'buy' || side === 'sell') {
    const sum = requiredNumber(row, 'total').abs()
    const fee = feesOf(row, currency)
    return {
      ...shared,
      type: side,
      quantity: size,
      price: priceIn(row, currency),
      cash: side === 'buy' ? sum.neg() : sum,
      fee,
    }
  }
  // The same shares leave as old ones and come in as new ones.
  if (/^stock split (open|close)$/.test(action) && size)
    return {
      ...shared,
      ...splitShares(action.endsWith('open') ? size : size.neg()),
      splitPair: `split ${shared.symbol}`,
    }
  if (/^stock split$/.test(action) && size) return { ...shared, ...splitShares(size) }
  if (STOCK_DIVIDENDS.test(action) && size) return { ...shared, ...stockDividend(size) }
  if (GIFTS.test(action) && size) return { ...shared, ...shareTransfer(size), price: priceIn(row, currency) }
  if (TAKEOVERS.test(action) && size && total)
    return { ...shared, type: 'sell', quantity: size, price: priceIn(row, currency), cash: total.abs() }
  if (/^transfer (in|out)/.test(action) && size && shared.symbol)
    return { ...shared, ...shareTransfer(action.startsWith('transfer out') ? size.abs().neg() : size) }
  if (action.startsWith('dividend')) return { ...shared, ...income(requiredNumber(row, 'total')) }
  if (INTEREST.test(action)) return { ...shared, type: 'interest', cash: requiredNumber(row, 'total') }
  if (action === 'currency conversion') return conversion(row, shared)
  if (/\bfee\b|\bcost$/.test(action))
    return { ...shared, ...charge(requiredNumber(row, 'total').abs().neg()) }
  if (OUT.test(action)) return { ...shared, ...flow(requiredNumber(row, 'total').abs().neg()) }
  if (/^(deposit|card (credit|refund)|refund|chargeback|transfer|(cash )?isa transfer)/.test(action))
    return { ...shared, ...flow(total ?? ZERO) }
  return ignoreIfEmpty(row.text('action'), size, total)
}

/** Null if the share is quoted in another currency than the account's. The amount then decides. */
function priceIn(row: TableRow<Column>, currency: string): Decimal | null {
  const quoted = row.text('priceCurrency')
  const price = row.number('price')
  if (!price || quoted === '') return null
  const { currency: own, units } = currencyUnitOf(quoted)
  return own === currency ? price.dividedBy(units) : null
}

/** All fees in the account's currency. Fees in the share's currency are converted at the row's rate. */
function feesOf(row: TableRow<Column>, currency: string): Decimal {
  const currencies = new Map(row.each('currencies').map(({ word, text: code }) => [word.toLowerCase(), code]))
  const rate = row.number('rate')
  return row.each('fees').reduce((sum, { word, text: cell }) => {
    const fee = row.asNumber(cell)?.abs() ?? ZERO
    const own = currencies.get(`currency (${word.toLowerCase()})`) || currency
    const isForeign = currencyUnitOf(own).currency !== currency
    return sum.plus(isForeign && rate && !rate.isZero() ? fee.dividedBy(rate).toDecimalPlaces(6) : fee)
  }, ZERO)
}

const ONE_SUM =
  'This currency exchange doesn’t list both amounts. Export the history again; newer exports have columns for them.'

function conversion(row: TableRow<Column>, shared: Pick<Draft, 'day' | 'time' | 'key'>): Draft[] {
  const { day, time = '', key } = shared
  const [from, to] = [row.number('from'), row.number('to')]
  if (!from || !to) throw new RowError(ONE_SUM)
  const side = (cash: Decimal, code: string, end: string): Draft => ({
    day,
    time,
    ...exchange(cash),
    currency: currencyUnitOf(code).currency,
    ...(key ? { key: `${key}/${end}` } : {}),
  })
  return [
    side(from.abs().neg(), row.text('fromCurrency'), 'from'),
    side(to.abs(), row.text('toCurrency'), 'to'),
  ]
}

const tables = [history]

export const trading212: Format = {
  broker: 'Trading 212',
  slug: 'trading-212',
  defaults: { order: 'dmy', decimal: '.', currency: 'GBP' },
  confidence: (rows) => headerScore(tables, rows) * 2,
  open: () => plainSheet(tables),
}
