// The yearly result of a paper portfolio, and how much of it luck could explain. Statistics, so these are floats.

/** A day of a paper portfolio: its filled places, and its result in excess of the mix, as a ratio. */
type Day = { places: number; excess: number }

/** The minimum of signals that opened a position, for a yearly result and a rank. */
export const SIGNALS_MIN = 20
/** Exchange days in a year, by convention. */
export const YEAR = 252
/** The number of earlier days on which a day may depend. */
const LAGS = 5
/** 5 % of a normal distribution lie below the mean minus this many standard errors. */
const LOW_END = 1.645

export type YearlyExcess = {
  days: number
  /** Days with a position. */
  activeDays: number
  /** Yearly ratios: 0.031 is 3.1 % ahead of the mix. */
  mean: number
  error: number
  /** The 90 % confidence interval of the mean: mean ∓ 1.645 errors. */
  low: number
  high: number
  /** The deepest fall below an earlier high, from 0 to 1. */
  drawdown: number
}

/** Null without days. The error of a single day is 0, because a variance needs two. */
export function yearlyExcess(days: readonly Day[]): YearlyExcess | null {
  if (days.length === 0) return null
  const values = days.map(({ excess }) => excess)
  const mean = YEAR * average(values)
  const error = YEAR * Math.sqrt(longRunVariance(values) / values.length)
  return {
    days: days.length,
    activeDays: days.filter(({ places }) => places > 0).length,
    mean,
    error,
    low: mean - LOW_END * error,
    high: mean + LOW_END * error,
    drawdown: drawdown(values),
  }
}

/**
 * γ0 + 2 · Σ (1 − k/6) · γk for k from 1 to 5, where γk is the autocovariance at lag k with divisor n. Source: Newey
 * and West, "A Simple, Positive Semi-Definite, Heteroskedasticity and Autocorrelation Consistent Covariance Matrix",
 * Econometrica 55 (1987).
 */
export function longRunVariance(values: readonly number[]): number {
  const mean = average(values)
  const centered = values.map((value) => value - mean)
  const autocovariance = (lag: number) =>
    centered.slice(lag).reduce((sum, value, place) => sum + value * (centered[place] ?? 0), 0) / values.length
  let variance = autocovariance(0)
  for (let lag = 1; lag <= LAGS; lag += 1) variance += 2 * (1 - lag / (LAGS + 1)) * autocovariance(lag)
  // Never negative in theory, but rounding can make it so.
  return Math.max(0, variance)
}

/** The largest 1 − level / highest earlier level, where the level is the product of 1 + excess and starts at 1. */
function drawdown(values: readonly number[]): number {
  let [level, peak, deepest] = [1, 1, 0]
  for (const value of values) {
    level *= 1 + value
    peak = Math.max(peak, level)
    deepest = Math.max(deepest, 1 - level / peak)
  }
  return deepest
}

export const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
