// Measures how well an author's stated confidence matches the outcomes. Statistics, so these are floats.
import { average } from './per-position.ts'

/** A score from fewer forecasts is meaningless, and would reveal single forecasts through the mean. */
export const FORECASTS_MIN = 20

/** `confidence`: from 0 to 1. `excess`: of the position at its exit, a ratio. */
export type Forecast = { confidence: number; excess: number }

/**
 * The mean of (p − outcome)², where the outcome is 1 if the position ended ahead of SPY and else 0. Null without a
 * forecast. Source: G. W. Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review
 * 78 (1950), for two outcomes of which only one is counted.
 */
export const brierScore = (forecasts: readonly Forecast[]): number | null =>
  forecasts.length === 0
    ? null
    : average(forecasts.map(({ confidence, excess }) => (confidence - (excess > 0 ? 1 : 0)) ** 2))
