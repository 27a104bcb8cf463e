// Published return series with published figures, and their conversion to days.
import type { DayReturn, TimeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { weekdays } from './rows.ts'

export const returnsOf = (ratios: readonly number[]): DayReturn[] =>
  weekdays('2024-01-01', ratios.length).map((day, index) => ({ day, ratio: ratios[index] ?? 0 }))

export function curveOf(ratios: readonly number[]): TimeWeighted['curve'] {
  let level = 1
  return returnsOf(ratios).map(({ day, ratio }) => ({ day, cumulative: (level *= 1 + ratio) - 1 }))
}

export const percents = (...all: number[]): number[] => all.map((each) => each / 100)

// Carl Bacon, "Practical Portfolio Performance Measurement and Attribution", 2nd edition: 24 months of a portfolio and
// its benchmark, with the figures that PerformanceAnalytics (github.com/braverock/PerformanceAnalytics) quotes from it.
export const BACON = percents(
  0.3,
  2.6,
  1.1,
  -1,
  1.5,
  2.5,
  1.6,
  6.7,
  -1.4,
  4,
  -0.5,
  8.1,
  4,
  -3.7,
  -6.1,
  1.7,
  -4.9,
  -2.2,
  7,
  5.8,
  -6.5,
  2.4,
  -0.5,
  -0.9,
)
export const BACON_BENCHMARK = percents(
  0.2,
  2.5,
  1.8,
  -1.1,
  1.4,
  1.8,
  1.4,
  6.5,
  -1.5,
  4.2,
  -0.6,
  8.3,
  3.9,
  -3.8,
  -6.2,
  1.5,
  -4.8,
  2.1,
  6,
  5.6,
  -6.7,
  1.9,
  -0.3,
  0,
)
