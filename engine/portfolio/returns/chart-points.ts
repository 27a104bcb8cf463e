// Samples a curve for the chart: every day of the last year, fewer points for earlier years.
import type { TimeWeighted } from './time-weighted.ts'

/** Slightly more than a year, so that ranges such as 1Y or YTD begin on the exact day. */
export const LATEST_DAYS = 370
/** The number of points kept for the days before. */
export const EARLIER_POINTS = 230

type Curve = TimeWeighted['curve']
type ChartPoint = { day: string; own: number; benchmark: number | null }

/** Ratios since the first day, rounded to a thousandth of a percent. The first and the last day are always included. */
export function chartPoints(own: Curve, benchmark: Curve): ChartPoint[] {
  const theirs = new Map(benchmark.map(({ day, cumulative }) => [day, cumulative]))
  const earlier = own.slice(0, -LATEST_DAYS)
  const step = Math.max(1, earlier.length / EARLIER_POINTS)
  const kept = new Set(Array.from({ length: EARLIER_POINTS }, (_, index) => Math.floor(index * step)))
  return [...earlier.filter((_, index) => kept.has(index)), ...own.slice(-LATEST_DAYS)].map(
    ({ day, cumulative }) => {
      const their = theirs.get(day)
      return { day, own: rounded(cumulative), benchmark: their === undefined ? null : rounded(their) }
    },
  )
}

const rounded = (ratio: number): number => Number(ratio.toFixed(5))
