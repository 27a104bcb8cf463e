// Translates trades of an Interactive Brokers Flex Query, as XML or CSV.
import type { Decimal } from 'decimal.js'
import { charge, type Draft, exchange, ZERO } from '../../drafts.ts'
import { RowError } from '../../file-errors.ts'
import { requiredNumber } from '../../row.ts'
import { currencyUnitOf, companyNameOf } from '../../symbols.ts'
import { activityTable, date, number, optional, type Table, text, type TableRow } from '../../table.ts'
import { isCancelled, isShortBy, assertNotDerivative, tradedSymbol } from './descriptions.ts'

/** Facts about the whole file, known before the first row is translated. */
export type FlexSeen = { executions: boolean; cashDetails: boolean; positionSummaries: boolean }

// Attributes as the Flex Queries' reference names them, in lower case:
// https://www.ibkrguides.com/orgportal/performanceandstatements/activityflex.htm (Trades, Trade Confirmations).
const columns = {
  category: optional(text('assetcategory')),
  symbol: text('symbol', 'isin', 'conid'),
  name: optional(text('description')),
  currency: text('currency'),
  level: optional(text('levelofdetail')),
  date: date('datetime', 'tradedate'),
  quantity: number('quantity'),
  side: optional(text('buysell')),
  price: optional(number('tradeprice', 'price')),
  proceeds: optional(number('proceeds', 'trademoney', 'amount')),
  taxes: optional(number('taxes', 'tax')),
  commission: optional(number('ibcommission', 'commission')),
  codes: optional(text('opencloseindicator', 'code')),
  notes: optional(text('notes', 'code')),
  kind: optional(text('transactiontype')),
  multiplier: optional(text('multiplier')),
  commissionCurrency: optional(text('ibcommissioncurrency', 'commissioncurrency')),
  id: optional(text('tradeid', 'transactionid')),
}
type TradeRow = TableRow<keyof typeof columns>

/** Reads executions. Sums of executions are ignored if the file has executions, and are issues if it has none. */
export const flexTradeTable = (seen: FlexSeen): Table =>
  activityTable(columns, (row) => {
    if (!/^(execution|)$/i.test(row.text('level'))) return refuseSums(seen)
    const drafts = readTrade(row)
    const isCanceled =
      isCancelled(row.text('notes')) || /cancel/i.test(row.text('kind')) || /\(ca/i.test(row.text('side'))
    return isCanceled ? drafts.map((draft) => ({ ...draft, isCancellation: true })) : drafts
  })

/** Orders and sums by symbol, identified by their element's name or their level of detail. */
export const flexSumTable = (seen: FlexSeen): Table =>
  activityTable({ account: optional(text('accountid')), level: optional(text('levelofdetail')) }, () =>
    refuseSums(seen),
  )

function refuseSums({ executions }: FlexSeen): null {
  if (executions) return null
  throw new RowError(
    'This is the sum of an order or a symbol, not a trade. Tick “Executions” in the section Trades of your Flex query, then run it again.',
  )
}

const NO_PRICE =
  'This trade has neither a price nor proceeds. Tick “TradePrice” and “Proceeds” in the section Trades of your Flex query, then run it again.'

function readTrade(row: TradeRow): Draft[] {
  const id = row.text('id')
  const key = (end = '') => (id ? { key: `${id}${end}` } : {})
  const { currency, units } = currencyUnitOf(row.text('currency'))
  const quantity = signed(requiredNumber(row, 'quantity'), row.text('side'))
  const category = row.text('category')
  assertNotDerivative(category)
  const costs = (row.number('commission') ?? ZERO).plus((row.number('taxes') ?? ZERO).abs().neg())
  const costCurrency = currencyUnitOf(row.text('commissionCurrency') || row.text('currency')).currency
  const shared = { ...row.day('date'), currency }
  const fee = { ...shared, ...charge(costs), currency: costCurrency, ...key('/fee') }
  if (category === 'CASH') {
    const [bought = ''] = row.text('symbol').split('.')
    return [
      { ...shared, ...exchange(quantity), currency: currencyUnitOf(bought).currency, ...key('/bought') },
      { ...shared, ...exchange(proceedsOf(row, quantity)), ...key('/sold') },
      fee,
    ]
  }
  const { symbol, size } = tradedSymbol(row.text('symbol'), quantity, {
    category,
    multiplier: row.text('multiplier'),
  })
  const isSame = costCurrency === currency
  const own = isSame ? costs : ZERO
  const trade: Draft = {
    ...shared,
    ...key(),
    type: quantity.isNegative() ? 'sell' : 'buy',
    isShort: isShortBy(row.text('codes'), quantity),
    symbol,
    companyName: companyNameOf(row.text('name')),
    quantity: size,
    price: row.number('price')?.dividedBy(units) ?? null,
    cash: proceedsOf(row, size).dividedBy(units).plus(own),
    fee: own.isNegative() ? own.neg() : ZERO,
  }
  return isSame ? [trade] : [trade, fee]
}

/** Sales are negative, whether the quantity or only the side says so. Cancellations are reversed. */
function signed(quantity: Decimal, side: string): Decimal {
  if (!/^(buy|sell)\b/i.test(side)) return quantity
  const isOut = /^sell/i.test(side) !== /\(ca/i.test(side)
  return isOut ? quantity.abs().neg() : quantity.abs()
}

/** Proceeds or cost of the trade before fees. Throws `RowError` if no field gives it. */
function proceedsOf(row: TradeRow, size: Decimal): Decimal {
  const reported = row.number('proceeds')
  const price = row.number('price')
  if (!reported && (!price || /^(bond|bill)/i.test(row.text('category')))) throw new RowError(NO_PRICE)
  const worth = reported ?? size.times(price ?? ZERO)
  return worth.abs().times(size.isNegative() ? 1 : -1)
}
