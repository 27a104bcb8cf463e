// Computes an author's results by position from their scored positions. Pure.
import { brierScore, type Forecast } from './calibration.ts'
import { histogramOf } from './histogram.ts'
import { perPosition } from './per-position.ts'

export type ScoredPosition = {
  /** Null while it is open. */
  exitDay: string | null
  tradingDays: number | null
  isThin: boolean
  return: number | null
  excess: number | null
}

export type RecordFigures = ReturnType<typeof recordFigures>

/** Ratios are text with 8 decimals, or null without positions. `positions`: all that have entered. */
export function recordFigures(positions: readonly ScoredPosition[], forecasts: readonly Forecast[]) {
  const results = positions.flatMap((position) => {
    const { return: own, excess, tradingDays } = position
    return own !== null && excess !== null && (tradingDays ?? 0) > 0 ? [{ return: own, excess }] : []
  })
  const each = perPosition(results)
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
    forecasts: forecasts.length,
    brier: published(brierScore(forecasts)),
    histogram: histogram?.counts ?? null,
    histogramStep: published(histogram?.step),
  }
}

/** A float as published, with 8 decimals. */
export const published = (value: number | null | undefined): string | null => value?.toFixed(8) ?? null
