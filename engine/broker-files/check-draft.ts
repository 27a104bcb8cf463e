// Turns a row's draft into an activity, or throws a `RowError` that explains what is wrong with the row.
import { Decimal } from 'decimal.js'
import type { Activity } from '#engine/portfolio/activity.ts'
import { type Draft, ZERO } from './drafts.ts'
import { MAGNITUDE_MAX } from './numbers.ts'
import { RowError } from './file-errors.ts'
import { currencyUnitOf } from './symbols.ts'

/** How a draft relates to other rows of the file. */
export type RowLinks = Pick<
  Draft,
  'splitPair' | 'isOptionEnd' | 'isSideUnknown' | 'isCancellation' | 'corporateAction'
>

/** An activity with the values that determine its order. */
export type CheckedDraft = {
  activity: Activity
  /** Seconds since midnight; -1 if the broker gives no time. */
  seconds: number
  links?: RowLinks | undefined
}

/** `today` is `YYYY-MM-DD`. `currency` applies if the row names none. */
export type CheckContext = { line: number; today: string; currency: string }

const PRICE_DECIMALS = 10

/**
 * The activity, or null for a row that changes nothing. Throws `RowError` for a future day, a negative price, shares
 * without a symbol, a trade of zero shares, and an amount that doesn't match quantity and price.
 */
export function checkDraft(row: Draft, { line, today, currency }: CheckContext): CheckedDraft | null {
  const draft = isReceived(row) ? received(row) : row
  if (draft.day > today) throw new RowError(`${draft.day} is in the future.`)
  const isTrade = draft.type === 'buy' || draft.type === 'sell'
  const money = isTrade ? tradeMoney(draft) : nonTradeMoney(draft)
  const { quantity, price, cash, fee } = money
  const symbol = draft.symbol ?? null
  if (!symbol && !quantity.isZero()) throw new RowError('Shares changed, but there’s no symbol.')
  if ([quantity, price ?? ZERO, cash].some((figure) => figure.abs().gt(MAGNITUDE_MAX)))
    throw new RowError('Its numbers are too large.')
  const ratio = draft.ratio ?? null
  if (ratio && !ratio.isPositive()) throw new RowError('A split can’t leave no shares.')
  if (quantity.isZero() && cash.isZero() && !ratio && !draft.isOptionEnd) return null
  const activity: Activity = {
    id: '',
    type: draft.type,
    day: draft.day,
    symbol,
    companyName: symbol === null ? null : (draft.companyName ?? null),
    quantity: compact(quantity),
    ...(draft.isShort && { isShort: true }),
    price: price && compact(price),
    cash: compact(cash),
    fee: compact(fee),
    ratio,
    currency: draft.currency ?? currencyUnitOf(currency).currency,
    line,
  }
  return { activity, seconds: secondsOf(draft.time ?? ''), links: linksOf(draft) }
}

/**
 * Whether the broker records received shares as a purchase at no cost: vested employer shares, a purchase plan, a gift.
 * They are a contribution at that day's close, so their value isn't a gain.
 */
function isReceived({ type, quantity, price, cash, ...rest }: Draft): boolean {
  const { isShort, isOptionEnd, isCancellation, splitPair, corporateAction } = rest
  if (type !== 'buy' || !quantity || quantity.isZero()) return false
  if (isShort || isOptionEnd || isCancellation || splitPair || corporateAction) return false
  return (cash ?? price)?.isZero() ?? false
}

const received = (draft: Draft): Draft => ({
  ...draft,
  type: 'transfer',
  quantity: (draft.quantity ?? ZERO).abs(),
})

function linksOf({
  splitPair,
  isOptionEnd,
  isSideUnknown,
  isCancellation,
  corporateAction,
}: Draft): RowLinks | undefined {
  if (!splitPair && !isOptionEnd && !isSideUnknown && !isCancellation && !corporateAction) return undefined
  return {
    ...(splitPair && { splitPair }),
    ...(isOptionEnd && { isOptionEnd }),
    ...(isSideUnknown && { isSideUnknown }),
    ...(isCancellation && { isCancellation }),
    ...(corporateAction && { corporateAction }),
  }
}

function secondsOf(time: string): number {
  const [hour, minute, second = '0'] = time.split(':')
  return minute === undefined ? -1 : Number(hour) * 3600 + Number(minute) * 60 + Number(second)
}

/**
 * A fresh copy doesn't keep the capacity left over from computing, which is more than half of a decimal's memory
 * (measured). It also normalizes negative zero.
 */
const compact = (figure: Decimal) => (figure.isZero() ? ZERO : new Decimal(figure))

type Money = Pick<Activity, 'quantity' | 'price' | 'cash' | 'fee'>

function nonTradeMoney({ type, quantity, price, cash, fee }: Draft): Money {
  if (price) assertNotNegative(price)
  const money = cash ?? ZERO
  const isFlow = type === 'deposit' || type === 'withdrawal'
  if (isFlow && money.isNegative() === (type === 'deposit') && !money.isZero())
    throw new RowError(`A ${type} of ${money.toString()} has the wrong sign.`)
  // Brokers write a zero if they don't know the value of moved shares.
  return {
    quantity: quantity ?? ZERO,
    price: price?.isZero() ? null : (price ?? null),
    cash: money,
    fee: fee ?? ZERO,
  }
}

function tradeMoney(draft: Draft): Money {
  const sign = draft.type === 'buy' ? 1 : -1
  const size = (draft.quantity ?? ZERO).abs()
  if (size.isZero()) throw new RowError(`A ${draft.type} needs a quantity.`)
  const quantity = size.times(sign)
  const fee = draft.fee ?? ZERO
  const cash = draft.cash ?? (draft.price ? quantity.times(draft.price).neg().minus(fee) : null)
  if (!cash) throw new RowError(`A ${draft.type} needs a price or an amount.`)
  const paid = cash.plus(fee).neg().dividedBy(quantity).toDecimalPlaces(PRICE_DECIMALS)
  const price = draft.price ? fittingPrice(draft.price, paid, draft) : paid
  assertNotNegative(price)
  return { quantity, price, cash, fee }
}

export function assertNotNegative(price: Decimal): void {
  if (price.isNegative() && !price.isZero()) throw new RowError(`The price ${price.toString()} is negative.`)
}

/** If price and amount differ by more than this factor, one of them must have been misread. */
const FACTOR_MAX = 2
const SMALL = new Decimal('0.05')

/**
 * The price per share that the amount confirms: bonds are quoted per hundred, and some exchanges quote in hundredths of
 * their currency.
 */
function fittingPrice(price: Decimal, paid: Decimal, { isOptionEnd, quantity }: Draft): Decimal {
  assertNotNegative(price)
  const isTiny = price
    .minus(paid)
    .times(quantity ?? 1)
    .abs()
    .lte(SMALL)
  if (isOptionEnd || isTiny || isNear(price, paid)) return price
  const hundredth = price.dividedBy(100)
  if (isNear(hundredth, paid)) return hundredth
  const size = (quantity ?? ZERO).abs().toString()
  throw new RowError(`The amount doesn’t fit ${size} at ${price.toString()}.`)
}

const isNear = (one: Decimal, other: Decimal) =>
  other.isPositive() && one.lte(other.times(FACTOR_MAX)) && other.lte(one.times(FACTOR_MAX))
