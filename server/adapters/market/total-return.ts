// Adjusts closes for dividends as if each were reinvested, so that a fund's payouts count as return.
import type { Bar, Dividend } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'

/**
 * Each close before the ex-dividend day is multiplied by 1 − dividend / last close before that day. Source: "Adjusted
 * close" as Yahoo and CRSP (Data Definitions, "Factor to Adjust Price") define it. `bars` ascend and are
 * split-adjusted; amounts are US dollars per share of the bars.
 */
export function withDividends(
  bars: readonly Bar[],
  dividends: readonly Pick<Dividend, 'day' | 'amount'>[],
): Bar[] {
  const newestFirst = dividends.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  let factor = new Decimal(1)
  let next = 0
  const adjusted = bars.toReversed().map(({ day, close }) => {
    for (let paid = newestFirst[next]; paid && paid.day > day; paid = newestFirst[(next += 1)]) {
      // A future dividend doesn't change existing closes.
      if (paid.day <= (bars.at(-1)?.day ?? ''))
        factor = factor.times(new Decimal(1).minus(paid.amount.div(close)))
    }
    return { day, close: close.times(factor) }
  })
  return adjusted.toReversed()
}
