// Compares the trades of an imported file with the market's range on that day.
import type { DayBar, Split } from '#engine/market/prices.ts'
import type { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { daysBetween } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'

/**
 * Prices per share, in the currency of the trade. `position`: where the price lies in the range, from the owner's side: 1
 * for a purchase at the low or below and for a sale at the high or above, 0 for the opposite. Null if that isn't known: the
 * day has no range, or only an exchange rate at the close leads to the trade's currency.
 */
export type CheckedTrade = {
  trade: Activity
  price: number
  low: number
  high: number
  isOutside: boolean
  position: number | null
}
type Range = { low: number; high: number }

/** Feeds leave out some odd lots, and brokers round prices. */
const ROUNDING = 0.005
/** The rate at the close stands in for the rate at the time of the trade. */
const EXCHANGE = 0.02
/** Fees and taxes that a file doesn't list make purchases cost more and sales bring less. */
const UNLISTED_FEES = { ratio: 0.02, amount: 10 }
/** Half of the last cent of a rounded price, limited to this part of the price for shares that cost cents. */
const HALF_CENT = { amount: 0.005, ratio: 0.05 }
/** A trade dated on a non-trading day happened shortly before or after it. */
const NEXT_BAR_DAYS = 5
/** Some brokers switch to new shares a few days before or after a split. */
const SPLIT_DAYS = 10

/**
 * The comparable trades of one symbol: those on a day with a range, or between two such days. The price is the cash
 * without fees divided by the shares, because returns are calculated from the cash and not from the price a file
 * states. `bars` and `splits` belong to the symbol. `dollarIn`: units of a currency for one US dollar on a day, null if
 * unknown.
 */
export function checkTrades(
  trades: readonly Activity[],
  bars: readonly DayBar[],
  splits: readonly Split[],
  dollarIn: (currency: string, day: string) => Decimal | null,
): CheckedTrade[] {
  const rangeOn = rangesOf(bars)
  return trades.flatMap((trade) => {
    const { day, currency } = trade
    const quantity = trade.quantity.toNumber()
    const paid = Math.abs(trade.cash.plus(trade.fee).toNumber())
    // Shares removed as worthless weren't sold on the market, and free shares weren't bought there.
    if (quantity === 0 || (paid === 0 && quantity < 0)) return []
    const range = rangeOn(day)
    const dollar = dollarIn(currency, day)?.toNumber()
    if (!range || !dollar) return []
    const price = paid / Math.abs(quantity)
    const converted = { low: range.low * dollar, high: range.high * dollar }
    const room = { ratio: ROUNDING + (dollar === 1 ? 0 : EXCHANGE), quantity }
    const factors = splits
      .filter((split) => Math.abs(daysBetween(split.day, day)) <= SPLIT_DAYS)
      .flatMap(({ ratio }) => [ratio.toNumber(), 1 / ratio.toNumber()])
    const inside = [1, ...factors].find((factor) => isWithin(price * factor, converted, room))
    const position = dollar === 1 ? positionOf(price * (inside ?? 1), range, quantity > 0) : null
    return [{ trade, price, ...converted, isOutside: inside === undefined, position }]
  })
}

function positionOf(price: number, { low, high }: Range, isBuy: boolean): number | null {
  if (low >= high) return null
  const height = Math.min(1, Math.max(0, (price - low) / (high - low)))
  return isBuy ? 1 - height : height
}

/** A deviation against the owner may be larger than one that improves the record. */
function isWithin(
  price: number,
  { low, high }: Range,
  { ratio, quantity }: { ratio: number; quantity: number },
): boolean {
  const size = Math.abs(quantity)
  const room = (bound: number) =>
    bound * ratio + Math.min(HALF_CENT.amount, bound * HALF_CENT.ratio) + 0.01 / size
  const fees = (bound: number) => bound * UNLISTED_FEES.ratio + UNLISTED_FEES.amount / size
  const isBuy = quantity > 0
  const least = low - room(low) - (isBuy ? 0 : fees(low))
  const most = high + room(high) + (isBuy ? fees(high) : 0)
  return price >= least && price <= most
}

/** The range of a day. On a non-trading day, the range of the surrounding days; null if unknown. */
function rangesOf(bars: readonly DayBar[]): (day: string) => Range | null {
  const byDay = new Map(bars.map((bar) => [bar.day, bar]))
  const series = datedSeries(byDay)
  return (day) => {
    const same = byDay.get(day)
    const found = same ? [same] : [series.onOrBefore(day)?.value, series.after(day)?.value]
    const near = found.filter((bar) => bar && Math.abs(daysBetween(bar.day, day)) <= NEXT_BAR_DAYS)
    const ranges = near.flatMap((bar) => (bar?.low && bar.high ? [{ low: bar.low, high: bar.high }] : []))
    if (ranges.length === 0 || ranges.length < near.length) return null
    return {
      low: Math.min(...ranges.map(({ low }) => low.toNumber())),
      high: Math.max(...ranges.map(({ high }) => high.toNumber())),
    }
  }
}
