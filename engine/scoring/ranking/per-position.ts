// The positions of an author, each counted once: how many are ahead of SPY, by how much, and the worst of them.
// Statistics, so these are floats.
import { daysBetween } from '#engine/market/calendar-day.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { median } from '../illiquid.ts'

/** 95 % of a normal distribution lie within this many standard errors. */
const WILSON_Z = 1.96

export type Result = { return: number; excess: number }

export type PerPosition = {
  /** Returns, and results relative to SPY, as ratios. */
  mean: number
  median: number
  meanExcess: number
  medianExcess: number
  /** Of the positions ahead of SPY; null if there are none. */
  averageWin: number | null
  /** Of the others; null if there are none. */
  averageLoss: number | null
  worst: number
  /** Positions ahead of SPY. */
  wins: number
  hitRate: number
  /** The confidence interval of the hit rate (Wilson). */
  hitLow: number
  hitHigh: number
}

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Null without positions. */
export function perPosition(results: readonly Result[]): PerPosition | null {
  if (results.length === 0) return null
  const returns = results.map((result) => result.return)
  const excesses = results.map(({ excess }) => excess)
  const ahead = excesses.filter((excess) => excess > 0)
  const others = excesses.filter((excess) => excess <= 0)
  const hits = wilson(ahead.length, results.length)
  return {
    mean: average(returns),
    median: median(returns),
    meanExcess: average(excesses),
    medianExcess: median(excesses),
    averageWin: ahead.length > 0 ? average(ahead) : null,
    averageLoss: others.length > 0 ? average(others) : null,
    worst: Math.min(...excesses),
    wins: ahead.length,
    hitRate: ahead.length / results.length,
    hitLow: hits.low,
    hitHigh: hits.high,
  }
}

/**
 * The 95 % confidence interval of the ratio `hits` / `total`. Source: E. B. Wilson, "Probable Inference, the Law of
 * Succession, and Statistical Inference", Journal of the American Statistical Association 22 (1927).
 */
export function wilson(hits: number, total: number): { low: number; high: number } {
  const share = hits / total
  const z2 = WILSON_Z ** 2
  const scale = 1 + z2 / total
  const center = (share + z2 / (2 * total)) / scale
  const half = (WILSON_Z / scale) * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total ** 2))
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/** With fewer positions there are no figures, because they would reveal sealed trades. */
export const POSITIONS_WITH_FIGURES = 5

/** Calendar days from the first signal to the last close in the figures; null before the first close. */
export const daysOnRecord = ({ since, asOf }: { since: Date; asOf: string | null }): number =>
  asOf === null ? 0 : Math.max(0, daysBetween(utcDay(since), asOf))
