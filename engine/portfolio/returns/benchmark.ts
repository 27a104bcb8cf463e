// Calculates the benchmark's return over the same days, and alpha and beta against it. Returns and rates are ratios.
import { YEAR_DAYS } from './annualized.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'
import { mean, TRADING_DAYS } from './risk.ts'
import type { DayReturn, TimeWeighted } from './time-weighted.ts'

/** Closes by day, adjusted for splits and dividends, so that the benchmark's dividends count like the account's. */
export type AdjustedCloses = ReadonlyMap<string, number>

/**
 * The benchmark's return since the close before the first of these exchange days, because deposits count from the start
 * of their day. A day without a close uses the last known one. Empty if there is no close before.
 */
export function benchmarkCurve(days: readonly string[], closes: AdjustedCloses): TimeWeighted['curve'] {
  const known = datedSeries(closes)
  const start = closeBefore(days[0] ?? '', closes)
  if (start === null) return []
  return days.map((day) => ({ day, cumulative: (known.onOrBefore(day)?.value ?? start) / start - 1 }))
}

/** Returns for the exchange days whose own close and previous close are both known. */
export function benchmarkReturns(days: readonly string[], closes: AdjustedCloses): DayReturn[] {
  return days.flatMap((day, index) => {
    const close = closes.get(day)
    const previous = days[index - 1]
    const before = previous === undefined ? closeBefore(day, closes) : closes.get(previous)
    return close !== undefined && before ? [{ day, ratio: close / before - 1 }] : []
  })
}

function closeBefore(day: string, closes: AdjustedCloses): number | null {
  const dayBefore = dayOf(dayNumber(day) - 1)
  return datedSeries(closes).onOrBefore(dayBefore)?.value ?? null
}

export type AlphaBeta = {
  /** Per exchange day. */
  alpha: number
  /** 252 times `alpha`. Null for less than one year. */
  alphaPerYear: number | null
  beta: number
  /** The number of days with returns of both. */
  days: number
}

/**
 * The least-squares line r − f = α + β (b − f) through the days that both have; f is the risk-free rate per day. Null
 * with fewer than three such days, or if the benchmark never moved. Source: Michael C. Jensen, "The Performance of
 * Mutual Funds in the Period 1945–1964", Journal of Finance 23 (1968).
 */
export function alphaBeta(
  own: readonly DayReturn[],
  benchmark: readonly DayReturn[],
  riskFree: number,
  daysOnRecord: number,
): AlphaBeta | null {
  const theirs = new Map(benchmark.map(({ day, ratio }) => [day, ratio]))
  const pairs = own.flatMap(({ day, ratio }) => {
    const other = theirs.get(day)
    return other === undefined ? [] : [{ x: other - riskFree, y: ratio - riskFree }]
  })
  const days = pairs.length
  if (days < 3) return null
  const [meanX, meanY] = [mean(pairs.map(({ x }) => x)), mean(pairs.map(({ y }) => y))]
  const spread = pairs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  // Within double precision, the benchmark didn't move.
  if (spread < 1e-24 * days) return null
  const beta = pairs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const alpha = meanY - beta * meanX
  return { alpha, alphaPerYear: daysOnRecord < YEAR_DAYS ? null : alpha * TRADING_DAYS, beta, days }
}
