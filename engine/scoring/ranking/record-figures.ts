// Computes an author's record from their scored positions: the days of the paper portfolio, and all saved
// figures. Pure.
import { BENCHMARK } from '#engine/market/prices.ts'
import { yearlyExcess } from '#shared/rules/yearly-excess.ts'
import { brierScore, type Forecast } from './calibration.ts'
import { histogramOf } from './histogram.ts'
import { followNextDay, type Followed } from './next-day-follower.ts'
import { type PaperDay, paperDays } from './paper-portfolio.ts'
import { perPosition } from './per-position.ts'
import type { ShareGrowth } from './share-growth.ts'

export type ScoredPosition = Followed & {
  tradingDays: number | null
  isThin: boolean
  return: number | null
  excess: number | null
}

/** Illiquid shares are scored and never ranked. */
export const rankedOf = (positions: readonly ScoredPosition[]): ScoredPosition[] =>
  positions.filter(({ isThin }) => !isThin)

/** The author's days, and those of a follower who trades a day later. */
export type RecordDays = { own: readonly PaperDay[]; later: readonly PaperDay[] }
export const NO_DAYS: RecordDays = { own: [], later: [] }

/** `positions`: those that count for the ranking. */
export function paperDaysOf(positions: readonly Followed[], { growth, tradedDays }: ShareGrowth): RecordDays {
  const days = tradedDays(BENCHMARK)
  const followed = followNextDay(positions, tradedDays)
  return { own: paperDays(positions, days, growth), later: paperDays(followed, days, growth) }
}

export type RecordFigures = ReturnType<typeof recordFigures>

/** Ratios are text with 8 decimals, or null without positions. `positions`: all that have entered. */
export function recordFigures(
  positions: readonly ScoredPosition[],
  days: RecordDays,
  forecasts: readonly Forecast[],
) {
  const results = positions.flatMap((position) => {
    const { return: own, excess, tradingDays } = position
    return own !== null && excess !== null && (tradingDays ?? 0) > 0 ? [{ return: own, excess }] : []
  })
  const each = perPosition(results)
  const paper = yearlyExcess(days.own)
  const follower = yearlyExcess(days.later)
  const histogram = histogramOf(results.map(({ excess }) => excess))
  return {
    positions: positions.length,
    thin: positions.filter(({ isThin }) => isThin).length,
    positionsOpen: positions.filter(({ exitDay }) => exitDay === null).length,
    scoredPositions: results.length,
    meanReturn: published(each?.mean),
    medianReturn: published(each?.median),
    meanExcess: published(each?.meanExcess),
    medianExcess: published(each?.medianExcess),
    averageWin: published(each?.averageWin),
    averageLoss: published(each?.averageLoss),
    worst: published(each?.worst),
    wins: each?.wins ?? 0,
    hitRate: published(each?.hitRate),
    hitLow: published(each?.hitLow),
    hitHigh: published(each?.hitHigh),
    days: paper?.days ?? 0,
    activeDays: paper?.activeDays ?? 0,
    mean: published(paper?.mean),
    error: published(paper?.error),
    low: published(paper?.low),
    high: published(paper?.high),
    drawdown: published(paper?.drawdown),
    forecasts: forecasts.length,
    brier: published(brierScore(forecasts)),
    laterMean: published(follower?.mean),
    laterLow: published(follower?.low),
    laterHigh: published(follower?.high),
    histogram: histogram?.counts ?? null,
    histogramStep: published(histogram?.step),
  }
}

/** A float as published, with 8 decimals. */
export const published = (value: number | null | undefined): string | null => value?.toFixed(8) ?? null
