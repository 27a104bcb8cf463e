// Sample prices that pass through the account's own trades, for servers without market data.
import type { Bar } from '#engine/market/prices.ts'
import type { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { dayNumber } from '#engine/market/calendar-day.ts'
import { DayCloses } from '#engine/market/day-closes.ts'
import type { Closes } from './price-lookup.ts'
import { ADDED } from '../reconciliation/reconcile.ts'
import { placeSplits } from './place-splits.ts'

/** A share's price in a statement, at the close of an exchange day. */
export type StatementPrice = { symbol: string; day: string; price: Decimal; currency: string }

/** The ratio of an actual price to the sample market's price on a day, both counted as before any split. */
type Anchor = { day: number; factor: number }

/**
 * Passes through the price of each trade on its day and through statement prices, so that no gain or loss is invented.
 * Between them the sample market's moves are scaled smoothly from one to the next. In the currency of the first price.
 * An owner's cost of an opening position is not a price of that day.
 */
export function samplePrices(
  bars: readonly Bar[],
  own: readonly Activity[],
  statementPrices: readonly StatementPrice[] = [],
): Closes {
  const rows = placeSplits(own)
  const splits = rows.filter(({ type, ratio }) => type === 'split' && ratio !== null)
  const sharesMade = (day: string) =>
    splits.reduce((made, split) => (split.day <= day ? made * Number(split.ratio) : made), 1)
  const trades = rows.filter(
    ({ id, price, quantity }) =>
      price?.greaterThan(0) === true && !quantity.isZero() && !id.startsWith(ADDED),
  )
  // A statement's price is the close, so it comes after the trades of its day.
  const prices = [...trades, ...statementPrices].toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )
  const currency = prices[0]?.currency ?? 'USD'
  const anchors: Anchor[] = []
  let next = 0
  for (const { day, price, currency: paidIn } of prices) {
    while (next + 1 < bars.length && (bars[next + 1]?.day ?? '') <= day) next += 1
    const close = bars[next]?.close
    if (!close || !price || paidIn !== currency) continue
    const factor = (Number(price) * sharesMade(day)) / Number(close)
    if (anchors.at(-1)?.day === dayNumber(day)) anchors.pop()
    anchors.push({ day: dayNumber(day), factor })
  }
  const factorOn = interpolateFactors(anchors)
  const priced = bars.map(({ day, close }) => {
    const price = (Number(close) * factorOn(dayNumber(day))) / sharesMade(day)
    return { day, close: Number(price.toPrecision(DIGITS)) }
  })
  return { currency, byDay: new DayCloses(priced) }
}

const DIGITS = 12

/** For ascending days: interpolates between the factors before and after, by distance, on a logarithmic scale. */
function interpolateFactors(anchors: readonly Anchor[]): (day: number) => number {
  let next = 0
  return (day) => {
    while (next < anchors.length && (anchors[next]?.day ?? 0) < day) next += 1
    const [before, after] = [anchors[next - 1], anchors[next]]
    if (!before || !after) return (before ?? after)?.factor ?? 1
    const fraction = (day - before.day) / (after.day - before.day)
    return before.factor ** (1 - fraction) * after.factor ** fraction
  }
}
