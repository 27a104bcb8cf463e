// Differences of two returns as they are printed, so that the figures in a row add up (spec answer 48), and bounds of
// ranges.
import { pointsOf, tenths } from './percent.ts'

/**
 * "+5.7 pts": the difference of two returns as they are printed, so that the figures in a row add up (spec answer 48).
 * Ratios as text.
 */
export const printedDifference = (own: string, other: string): string =>
  pointsOf((tenths(Number(own)) - tenths(Number(other))) / 1000)

/** The same for a trade with a known return and distance to the market. */
export const printedDistance = (trade: { return: string; excess: string }): string =>
  printedDifference(trade.return, String(Number(trade.return) - Number(trade.excess)))

/** "+7%" for the ratio 0.0683: a bound of a range. */
export function wholePercentOf(ratio: string | number): string {
  const percent = Math.sign(Number(ratio)) * Math.round(Math.abs(Number(ratio)) * 100)
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-US')}%`
}
