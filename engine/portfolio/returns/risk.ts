// Risk figures: maximum drawdown, volatility, Sharpe and Sortino ratio. Returns and rates are ratios.
import { YEAR_DAYS } from './annualized.ts'
import type { DayReturn, TimeWeighted } from './time-weighted.ts'

/** Exchange days per year, by convention. Daily figures are annualized with it or with its square root. */
export const TRADING_DAYS = 252

export type Drawdown = {
  /** The loss from the peak to the trough, between 0 and 1. */
  depth: number
  /** Null if the peak is the start, before the first day on record, or if there was no loss. */
  peakDay: string | null
  troughDay: string | null
}
/** `perYear` is null for less than one year. */
export type Rate = { perDay: number; perYear: number | null }

/**
 * The largest 1 − value / highest earlier value, of 1 invested at the start. Source: Magdon-Ismail and Atiya, "Maximum
 * Drawdown", Risk 17 (2004).
 */
export function maximumDrawdown(curve: TimeWeighted['curve']): Drawdown {
  let worst: Drawdown = { depth: 0, peakDay: null, troughDay: null }
  let peak: { day: string | null; level: number } = { day: null, level: 1 }
  for (const { day, cumulative } of curve) {
    const level = 1 + cumulative
    if (level > peak.level) peak = { day, level }
    const depth = 1 - level / peak.level
    if (depth > worst.depth) worst = { depth, peakDay: peak.day, troughDay: day }
  }
  return worst
}

/** Converts a yearly rate, such as that of Treasury bills, to the rate per exchange day that compounds to it. */
export const perExchangeDay = (perYear: number): number => (1 + perYear) ** (1 / TRADING_DAYS) - 1

/**
 * The sample standard deviation (n − 1) of daily returns, and times √252 for a year. Null with fewer than two days.
 * Source: Carl Bacon, "Practical Portfolio Performance Measurement and Attribution", 2nd edition (2008), chapter on
 * risk, which also covers the square root of the days per year.
 */
export function volatility(returns: readonly DayReturn[], daysOnRecord: number): Rate | null {
  return returns.length < 2 ? null : overYear(deviation(ratios(returns)), daysOnRecord)
}

/**
 * The mean daily return above the risk-free rate, divided by their standard deviation. Null if that is zero. Source:
 * William F. Sharpe, "The Sharpe Ratio", Journal of Portfolio Management, Fall 1994.
 */
export function sharpe(returns: readonly DayReturn[], riskFree: number, daysOnRecord: number): Rate | null {
  if (returns.length < 2) return null
  const excess = ratios(returns).map((ratio) => ratio - riskFree)
  return reward(excess, deviation(excess), daysOnRecord)
}

/**
 * Like `sharpe`, but divided by the downside deviation: the root mean square of the shortfalls, over all days and not
 * only the bad ones. Null if no day fell short. Sources: Sortino and Price, "Performance Measurement in a Downside Risk
 * Framework", Journal of Investing, Fall 1994; Rollinger and Hoffman, "Sortino: A 'Sharper' Ratio".
 */
export function sortino(returns: readonly DayReturn[], riskFree: number, daysOnRecord: number): Rate | null {
  if (returns.length < 2) return null
  const excess = ratios(returns).map((ratio) => ratio - riskFree)
  return reward(excess, Math.sqrt(mean(excess.map((ratio) => Math.min(ratio, 0) ** 2))), daysOnRecord)
}

/** Equal returns have a deviation below this in double precision. It counts as zero. */
const NOISE = 1e-12

function reward(excess: readonly number[], risk: number, daysOnRecord: number): Rate | null {
  return risk < NOISE ? null : overYear(mean(excess) / risk, daysOnRecord)
}

function overYear(perDay: number, daysOnRecord: number): Rate {
  return { perDay, perYear: daysOnRecord < YEAR_DAYS ? null : perDay * Math.sqrt(TRADING_DAYS) }
}

const ratios = (returns: readonly DayReturn[]) => returns.map(({ ratio }) => ratio)

export const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function deviation(numbers: readonly number[]): number {
  const middle = mean(numbers)
  const squares = numbers.reduce((sum, number) => sum + (number - middle) ** 2, 0)
  return Math.sqrt(squares / (numbers.length - 1))
}
