// Trade Republic: the app's transaction export, and the table that the tool pytr makes of the app's timeline.
import type { Decimal } from 'decimal.js'
import {
  charge,
  type Draft,
  flow,
  income,
  shareTransfer,
  sharesAndCash,
  splitShares,
  ZERO,
} from '../drafts.ts'
import { RowError } from '../file-errors.ts'
import { plainFormat } from '../format.ts'
import { ignoreIfEmpty, requiredNumber } from '../row.ts'
import { coinOf, companyNameOf, currencyUnitOf, symbolOf } from '../symbols.ts'
import { activityTable, date, number, optional, text, type TableRow, withoutAccents } from '../table.ts'

/** Coins have made-up security numbers, such as `XF000BTC0017`. */
const COIN_NUMBER = /^XF0*([A-Z]{2,10})\d+$/

function securityOf(number_: string, isCoin: boolean): string | null {
  const plain = number_.trim().toUpperCase()
  if (plain === '') return null
  const coin = COIN_NUMBER.exec(plain)?.[1] ?? (isCoin ? plain : undefined)
  return coin ? coinOf(coin) : symbolOf(plain)
}

type Column =
  | 'time'
  | 'day'
  | 'category'
  | 'type'
  | 'assetClass'
  | 'name'
  | 'symbol'
  | 'shares'
  | 'price'
  | 'amount'
  | 'fee'
  | 'tax'
  | 'currency'
  | 'id'

const transactions = activityTable<Column>(
  {
    time: date('datetime'),
    // The moment is in UTC, the day is the broker's own.
    day: optional(date('date')),
    category: text('category'),
    type: text('type'),
    assetClass: optional(text('asset_class')),
    name: text('name'),
    symbol: text('symbol'),
    shares: number('shares'),
    price: number('price'),
    amount: number('amount'),
    fee: number('fee'),
    tax: number('tax'),
    currency: text('currency'),
    id: text('transaction_id'),
  },
  readTransaction,
)

const TRADES = /^(BUY|SELL|SAVINGS_PLAN_EXECUTED|BENEFITS_(SPARE_CHANGE|SAVEBACK)_EXECUTION)$/
/** Both the shares that leave and the money that comes, in one row or in two. */
const REDEMPTIONS = /^(REDEMPTION|FINAL_MATURITY|LIQUIDATION_PROCEEDS)$/
const INTEREST = /^INTEREST(_PAYMENT)?$/
const CHARGES = /^(FEE|CARD_ORDER(ING_FEE|_BILLED)|TAX_(OPTIMIZATION|REFUND)|SSP_TAX_CORRECTION_INVOICE)$/
/** Money from and to banks and shops, gifts, and payments for private fund shares that are delivered later. */
const FLOWS =
  /^(CUSTOMER_(INBOUND|INPAYMENT|OUTBOUND(_REQUEST)?)|TRANSFER_(INSTANT_|DIRECT_DEBIT_)?(INBOUND|OUTBOUND)|MANUAL_CASH_TRANSFER|CARD_TRANSACTION(_INTERNATIONAL)?|BENEFITS_SAVEBACK|STOCKPERK|BONUS|GIFT|PEA_MARKETING|PRIVATE_MARKET_(BUY|SELL))$/

function readTransaction(row: TableRow<Column>): Draft | Draft[] | null {
  const type = row.text('type').toUpperCase()
  // Shares that Trade Republic moved from one bank to another, out and in.
  if (type === 'MIGRATION') return null
  const symbol = securityOf(row.text('symbol'), /crypto/i.test(row.text('assetClass')))
  const id = row.text('id')
  const shared = {
    ...row.day('time'),
    ...(row.text('day') && { day: row.day('day').day }),
    symbol,
    companyName: symbol ? companyNameOf(row.text('name')) : null,
    currency: row.text('currency') === '' ? row.currency : currencyUnitOf(row.text('currency')).currency,
    ...(id && { key: id }),
  }
  const shares = row.number('shares')
  const amount = row.number('amount')
  const price = row.number('price')
  const fee = row.number('fee')?.abs() ?? ZERO
  // The amount is before the fee and the tax, which have their own signs.
  const cash = (amount ?? ZERO).minus(fee).plus(row.number('tax') ?? ZERO)
  if (TRADES.test(type)) {
    // Shares of a private fund, which another row paid for.
    if (type === 'BUY' && !amount)
      return { ...shared, ...shareTransfer(requiredNumber(row, 'shares')), price }
    const isSale = type === 'SELL' || (amount?.isPositive() ?? false)
    return {
      ...shared,
      type: isSale ? 'sell' : 'buy',
      quantity: shares,
      price,
      cash,
      fee: requiredNumber(row, 'amount').minus(cash).abs(),
    }
  }
  if (type === 'SPLIT' && shares) return { ...shared, ...splitShares(shares), splitPair: `split ${symbol}` }
  if (REDEMPTIONS.test(type) && symbol)
    return sharesAndCash(
      { ...shared, corporateAction: `redemption ${symbol}` },
      shares && shareTransfer(shares.abs().neg()),
      amount && cash,
    ).map((draft, index) => (index > 0 && id ? { ...draft, key: `${id}/cash` } : draft))
  if (/^(FREE_RECEIPT|TRANSFER_IN)$/.test(type) && shares)
    return { ...shared, ...shareTransfer(shares.abs()), price }
  if (/^(FREE_DELIVERY|TRANSFER_OUT)$/.test(type) && shares)
    return { ...shared, ...shareTransfer(shares.abs().neg()) }
  if (/^(DIVIDEND|DISTRIBUTION)$/.test(type)) return { ...shared, ...income(cash) }
  if (INTEREST.test(type)) return { ...shared, type: 'interest', cash }
  if (CHARGES.test(type)) return { ...shared, ...charge(cash) }
  if (FLOWS.test(type)) return { ...shared, symbol: null, companyName: null, ...flow(cash) }
  return ignoreIfEmpty(row.text('type'), shares, cash)
}

type PytrColumn = 'time' | 'type' | 'value' | 'note' | 'isin' | 'shares' | 'fees' | 'taxes' | 'otherIsin'

/** In English, German and Dutch, as pytr translates its header. */
const timeline = activityTable<PytrColumn>(
  {
    time: date('date', 'datum'),
    type: text('type', 'typ', 'transactietype'),
    value: number('value', 'wert', 'waarde (netto)'),
    note: text('note', 'notiz', 'opmerking'),
    isin: text('isin'),
    shares: number('shares', 'stück', 'aantal'),
    fees: number('fees', 'gebühren', 'kosten'),
    taxes: number('taxes', 'steuern', 'belasting'),
    otherIsin: optional(text('isin2')),
  },
  readTimeline,
)

/** English, German and Dutch, without accents. */
const PYTR_WORDS: [
  means: 'buy' | 'sell' | 'dividend' | 'interest' | 'charge' | 'in' | 'out' | 'flow',
  RegExp,
][] = [
  ['buy', /^(buy|kauf|aankoop)$/],
  ['sell', /^(sell|verkauf|verkoop)$/],
  ['dividend', /^dividende?$/],
  ['interest', /^(interest( charge)?|zinsen|zinsbelastung|rente)$/],
  [
    'charge',
    /^(fees|fees refund|taxes|tax refund|gebuhren|gebuhrenerstattung|steuern|steuerruckerstattung)$/,
  ],
  ['in', /^(transfer \(inbound\)|umbuchung \(eingang\))$/],
  ['out', /^(transfer \(outbound\)|umbuchung \(ausgang\))$/],
  ['flow', /^(deposit|removal|einlage|entnahme|kartenzahlung|storting|onttrekking)$/],
]

const EXCHANGED =
  'This row exchanges one share for another, which this table doesn’t describe completely. Export the transactions in the app instead.'

function readTimeline(row: TableRow<PytrColumn>): Draft | null {
  if (row.text('otherIsin') !== '') throw new RowError(EXCHANGED)
  const word = withoutAccents(row.text('type').toLowerCase())
  const means = PYTR_WORDS.find(([, pattern]) => pattern.test(word))?.[0]
  const symbol = securityOf(row.text('isin'), false)
  const shared = {
    ...row.day('time'),
    symbol,
    companyName: symbol ? companyNameOf(row.text('note')) : null,
  }
  const shares = row.number('shares')
  const value = (): Decimal => requiredNumber(row, 'value')
  switch (means) {
    case 'buy':
    case 'sell':
      return {
        ...shared,
        type: means,
        quantity: shares,
        cash: value(),
        fee: (row.number('fees')?.abs() ?? ZERO).plus(row.number('taxes')?.abs() ?? ZERO),
      }
    case 'dividend':
      return { ...shared, ...income(value()) }
    case 'interest':
      return { ...shared, type: 'interest', cash: value() }
    case 'charge':
      return { ...shared, ...charge(value()) }
    case 'flow':
      return { ...shared, symbol: null, companyName: null, ...flow(value()) }
    case 'in':
    case 'out': {
      const size = requiredNumber(row, 'shares').abs()
      return { ...shared, ...shareTransfer(means === 'in' ? size : size.neg()) }
    }
    case undefined:
      return ignoreIfEmpty(row.text('type'), shares, row.number('value'))
  }
}

export const tradeRepublic = plainFormat(
  {
    broker: 'Trade Republic',
    slug: 'trade-republic',
    defaults: { order: 'dmy', decimal: '.', currency: 'EUR' },
  },
  [transactions, timeline],
)
