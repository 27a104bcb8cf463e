// Checks whether trades are closer to the best prices of their days than luck explains.
import type { CheckedTrade } from './check-trades.ts'

/** With fewer trades there is no verdict. */
const TRADES_MIN = 10
/** Results at least this probable are explained by luck. */
const LUCK_MIN = 0.001
/** The normal distribution exceeds this many standard errors with a probability of `LUCK_MIN`. */
const NORMAL_CUTOFF = 3.0902
/**
 * With more numbers, the sum in `meanTail` loses precision, and the normal distribution is close enough: 0.0009 instead
 * of 0.001.
 */
const EXACT_MAX = 50

/**
 * Whether trades are this close to their days' best prices by luck with a probability below 1 in 1,000. A trade's
 * `position` is 1 for a purchase at the day's low or a sale at its high, and 0 for the opposite. By luck, positions are
 * uniformly distributed, and those of different days are independent. Trades of one day aren't independent: one order
 * is filled in parts, and a basket of shares is bought in one minute. So a day counts once, with the mean of its
 * trades, and the fills of a share on one side of a day are one trade.
 */
export function areNearBest(checked: readonly CheckedTrade[]): boolean {
  const trades = new Set<string>()
  const days = new Map<string, { sum: number; count: number }>()
  for (const { trade, position } of checked) {
    if (position === null) continue
    if (trades.size < TRADES_MIN) trades.add(`${trade.symbol} ${trade.day} ${trade.type}`)
    const day = days.get(trade.day) ?? { sum: 0, count: 0 }
    days.set(trade.day, { sum: day.sum + position, count: day.count + 1 })
  }
  if (trades.size < TRADES_MIN) return false
  const means = days.values().map(({ sum, count }) => sum / count)
  return isBeyondLuck(means.reduce((total, mean) => total + mean, 0) / days.size, days.size)
}

/**
 * Whether the probability that the mean of `n` independent uniform positions is at least `mean` is below 1 in 1,000.
 */
export const isBeyondLuck = (mean: number, n: number): boolean =>
  n > EXACT_MAX
    ? (mean - 0.5) * Math.sqrt(12 * n) > NORMAL_CUTOFF
    : mean > 0.5 && meanTail(mean, n) < LUCK_MIN

/**
 * The probability that the mean of `n` independent uniform numbers from 0 to 1 is at least `mean`: the upper tail of
 * the Bates distribution. By symmetry, it is the distribution function of their sum at n × (1 − mean). Source: J. O.
 * Irwin and P. Hall, Biometrika 19 (1927), pages 225 and 240. For a mean above 0.5 and at most 50 numbers, the error is
 * below 1e-7.
 */
export function meanTail(mean: number, n: number): number {
  const sum = n * (1 - mean)
  let tail = 0
  for (let k = 0; k < sum; k++) {
    const term = Math.exp(n * Math.log(sum - k) - logFactorial(k) - logFactorial(n - k))
    tail += k % 2 === 0 ? term : -term
  }
  return tail
}

function logFactorial(n: number): number {
  let log = 0
  for (let k = 2; k <= n; k++) log += Math.log(k)
  return log
}
