// Ends options that a record still holds after their expiry, because the broker's file doesn't say how they ended.
import { Decimal } from 'decimal.js'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { intrinsicValue, type OptionTerms, optionTerms } from '#engine/market/option-terms.ts'
import type { Activity } from '../activity.ts'
import { buildBook } from '../holdings/book.ts'
import { type MarketSplit, placeSplits } from './place-splits.ts'
import { type Closes, priceLookup } from './price-lookup.ts'

/** Prefix of the ids of rows that end an option. */
export const ASSUMED_END = 'assumed end of '

const ZERO = new Decimal(0)
/** Brokers book the shares of an exercise up to this many days after the expiry. */
const SHARES_WITHIN_DAYS = 5
/** How far the price of an exercise may differ from the strike because of fees, as a fraction of the strike. */
const STRIKE_TOLERANCE = 0.002

type Market = { closes: ReadonlyMap<string, Closes>; splits?: readonly MarketSplit[]; lastDay: string }

/**
 * One row for each long or short position in an option that expired by `lastDay` and is still open at the end: on its
 * expiry, at its intrinsic value by the share's close that day. It ends worthless if it is out of the money, or if the
 * price isn't known; otherwise for what exercising it and selling the shares would bring. If the file trades shares at
 * the strike around that day, these trades count as the exercise, and their options end without a payment.
 */
export function assumedOptionEnds(
  activities: readonly Activity[],
  { closes, splits, lastDay }: Market,
): Activity[] {
  const held = new Map<string, OptionTerms>()
  for (const { symbol } of activities) {
    const terms = symbol === null ? null : optionTerms(symbol)
    if (symbol !== null && terms !== null && terms.expiry <= lastDay) held.set(symbol, terms)
  }
  if (held.size === 0) return []
  const placed = placeSplits(activities, splits)
  const ofOptions = Map.groupBy(
    placed.filter(({ symbol }) => symbol !== null && held.has(symbol)),
    ({ symbol }) => symbol ?? '',
  )
  const { priceOn, sharesMade } = priceLookup(placed, closes)
  return [...held].flatMap(([symbol, terms]) => {
    const rows = ofOptions.get(symbol) ?? []
    const open = buildBook(rows).book?.holdings.get(symbol)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!open || !first || !last) return []
    const close = terms.share === null ? null : priceOn(terms.share, terms.expiry)
    const made = terms.share === null ? 1 : sharesMade(terms.share, first.day, terms.expiry)
    const isKnown = close !== null && close.since === undefined && close.currency === open.currency
    const value = isKnown ? intrinsicValue(terms, close.amount.times(made)) : ZERO
    const day = last.day > terms.expiry ? last.day : terms.expiry
    const long = open.quantity.plus(open.short)
    return [
      { isShort: false, size: long },
      { isShort: true, size: open.short },
    ].flatMap(({ isShort, size }) => {
      if (!size.greaterThan(0)) return []
      const delivered = sharesAtStrike(placed, terms, isShort)
      const settled = Decimal.max(size.minus(delivered), 0).times(value)
      return [endOf({ symbol, day, first, size, isShort, settled })]
    })
  })
}

/** The shares that the record trades at the strike around the expiry, in the direction of this option's exercise. */
function sharesAtStrike(rows: readonly Activity[], terms: OptionTerms, isShort: boolean): Decimal {
  const type = (terms.side === 'call') === isShort ? 'sell' : 'buy'
  const own = rows.filter((row) => {
    const days = daysBetween(terms.expiry, row.day)
    if (row.type !== type || row.symbol !== terms.share || days < -1 || days > SHARES_WITHIN_DAYS)
      return false
    const paid = row.price ?? row.cash.plus(row.fee).div(row.quantity)
    return paid.abs().minus(terms.strike).abs().lessThanOrEqualTo(terms.strike.times(STRIKE_TOLERANCE))
  })
  return own.reduce((sum, { quantity }) => sum.plus(quantity.abs()), ZERO)
}

type End = {
  symbol: string
  day: string
  first: Activity
  size: Decimal
  isShort: boolean
  settled: Decimal
}

function endOf({ symbol, day, first, size, isShort, settled }: End): Activity {
  return {
    id: `${ASSUMED_END}${symbol}${isShort ? ' written' : ''}`,
    type: isShort ? 'buy' : 'sell',
    day,
    symbol,
    companyName: first.companyName,
    quantity: isShort ? size : size.negated(),
    ...(isShort && { isShort: true as const }),
    price: settled.isZero() ? null : settled.div(size),
    cash: isShort ? ZERO.minus(settled) : settled,
    fee: ZERO,
    ratio: null,
    currency: first.currency,
    line: null,
  }
}
