// Translates Plaid's types and subtypes of transactions.
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
} from '#engine/broker-files/drafts.ts'
import type { Instrument } from './securities.ts'

/** Signs are the account's. The quantity is in shares; its sign is unreliable for purchases and sales. */
export type PlaidRow = {
  type: string
  subtype: string
  /** Null if no security is named. */
  instrument: Instrument | null
  currency: string
  quantity: Decimal
  price: Decimal
  cash: Decimal
  fee: Decimal
}
type TranslatedTransaction = Pick<Draft, 'type'> & Partial<Draft>

const PENDING = new Set(['pending credit', 'pending debit'])
const STOCK_DIVIDENDS = new Set(['spin off', 'stock distribution'])
const INCOME = new Set([
  'dividend',
  'qualified dividend',
  'non-qualified dividend',
  'long-term capital gain',
  'short-term capital gain',
  'unqualified gain',
  'return of principal',
])
/** Plaid has no subtypes for written options; they are sales like any other. */
const SHORTS = new Set(['sell short', 'buy to cover'])
const TAXES = new Set(['tax', 'tax withheld', 'non-resident tax'])
const INTEREST = new Set(['interest', 'interest receivable'])
const FEES = new Set([
  'account fee',
  'fund fee',
  'legal fee',
  'management fee',
  'margin expense',
  'miscellaneous fee',
  'transfer fee',
  'trust fee',
])
const FLOWS = new Set([
  'contribution',
  'deposit',
  'distribution',
  'withdrawal',
  'transfer',
  'send',
  'request',
])
/** Share transfers. The amount is their value, and no cash moves. */
const TRANSFERS = new Set(['transfer', 'send', 'request', 'adjustment'])

/**
 * A pending row is listed again once it is posted. Source:
 * https://plaid.com/docs/api/accounts/#investment-transaction-types-schema
 */
export function translateTransaction(row: PlaidRow): TranslatedTransaction[] {
  const { type, subtype, instrument, quantity, cash } = row
  if (PENDING.has(subtype)) return []
  const isTrade = type === 'buy' || type === 'sell'
  if (instrument?.kind === 'cash') return isTrade ? inCash(row, instrument.currency) : [ofCash(row)]
  // "the portion of the transaction representing the purchase takes precedence": the cash for it came in with it.
  if (type === 'buy' && subtype === 'contribution') return [flow(cash.abs()), trade(row, 'buy')]
  if (isTrade) return [trade(row, type)]
  if (quantity.isZero() || !instrument) return [ofCash(row)]
  if (subtype === 'split') return [{ ...splitShares(quantity), cash: type === 'transfer' ? ZERO : cash }]
  if (STOCK_DIVIDENDS.has(subtype)) return [stockDividend(quantity)]
  if (subtype.endsWith('reinvestment')) return [trade(row, 'buy')]
  if (TRANSFERS.has(subtype)) return [{ ...shareTransfer(quantity), price: worth(row) }]
  return type === 'transfer' ? [byFigures(row)] : [ofCash(row)]
}

/** Transactions without shares. */
function ofCash({ type, subtype, instrument, cash }: PlaidRow): TranslatedTransaction {
  const isOfShares = instrument !== null && instrument.kind !== 'cash'
  if (INTEREST.has(subtype)) return { type: 'interest', cash }
  if (INCOME.has(subtype) || subtype.endsWith('reinvestment')) return income(cash)
  if (TAXES.has(subtype)) return isOfShares ? income(cash) : charge(cash)
  if (FEES.has(subtype) || type === 'fee') return charge(cash)
  if (FLOWS.has(subtype) || !isOfShares) return flow(cash)
  return income(cash)
}

/** Buying a money-market fund keeps the cash. Buying another currency is an exchange. */
function inCash(
  { subtype, currency, quantity, cash, type }: PlaidRow,
  bought: string | null,
): TranslatedTransaction[] {
  if (subtype === 'contribution' || subtype === 'distribution')
    return [flow(subtype === 'contribution' ? cash.abs() : cash.abs().neg())]
  if (bought === null || bought === currency || quantity.isZero() || cash.isZero()) return []
  const size = type === 'buy' ? quantity.abs() : quantity.abs().neg()
  return [exchange(cash), { ...exchange(size), currency: bought }]
}

/** Some brokers' sales have a positive quantity, so the type decides (maybe-finance/maybe, pull request 2416). */
function trade(
  { subtype, quantity, price, cash, fee }: PlaidRow,
  type: 'buy' | 'sell',
): TranslatedTransaction {
  const size = quantity.abs()
  const isAmountMissing = cash.isZero() && !price.isZero()
  const amount = cash.abs()
  // The amount is "the complete value", including fees. A purchase that cost less than its fee was reported without it.
  const whole = type === 'buy' && fee.greaterThan(amount) ? amount.plus(fee) : amount
  const paid = type === 'buy' ? whole.neg() : whole
  return {
    type,
    isShort: SHORTS.has(subtype),
    quantity: size,
    fee,
    cash: isAmountMissing ? null : paid,
    price: isAmountMissing || fits(price, size, amount) ? price : null,
  }
}

/** Whether the price matches the amount. Bonds are quoted per hundred, and some prices are from another day. */
function fits(price: Decimal, size: Decimal, amount: Decimal): boolean {
  if (price.isZero() || size.isZero()) return false
  const each = amount.div(size)
  return price.lessThan(each.times(1.5)) && each.lessThan(price.times(1.5))
}

/**
 * Exercises, assignments, expirations, mergers and trades between cryptocurrencies: a buy or a sell if cash moved in
 * the opposite direction or if an option ended; otherwise a transfer.
 */
function byFigures(row: PlaidRow): TranslatedTransaction {
  const { instrument, quantity, cash } = row
  const type = quantity.isNegative() ? 'sell' : 'buy'
  const isPaid = !cash.isZero() && cash.isNegative() !== quantity.isNegative()
  if (isPaid) return trade(row, type)
  if (instrument?.kind === 'option') return { type, quantity: quantity.abs(), cash: ZERO, price: ZERO }
  return { ...shareTransfer(quantity), price: worth(row) }
}

function worth({ quantity, price, cash }: PlaidRow): Decimal | null {
  if (!price.isZero()) return price.abs()
  return cash.isZero() ? null : cash.div(quantity).abs().toDecimalPlaces(10)
}
