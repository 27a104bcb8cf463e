// How well an author's stated confidence fits what came of it: Brier's score over their closed positions. Statistics, so these are floats.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { scoresIn } from './books.ts'
import { average } from '#shared/rules/yearly-excess.ts'

/** Fewer say nothing, and one of them could be read off the mean. */
export const FORECASTS_MIN = 20

/** `confidence`: from 0 to 1. `excess`: of the position at its exit, a ratio. */
export type Forecast = { confidence: number; excess: number }

/**
 * The mean of (p − outcome)², where the outcome is 1 if the position ended ahead of SPY and else 0. Null without a forecast.
 * Source: G. W. Brier, "Verification of Forecasts Expressed in Terms of Probability", Monthly Weather Review 78 (1950), for
 * two outcomes of which only one is counted.
 */
export const brierScore = (forecasts: readonly Forecast[]): number | null =>
  forecasts.length === 0
    ? null
    : average(forecasts.map(({ confidence, excess }) => (confidence - (excess > 0 ? 1 : 0)) ** 2))

/**
 * An author's closed positions of signals with one ticker and a stated confidence, as everybody sees them: those that are
 * premium are left out for 90 days, and so is what they close or extend.
 */
export async function readForecasts(db: Kysely<DB>, author: string): Promise<Forecast[]> {
  const { rows } = await sql<Forecast>`
    select (g.details ->> 'confidence')::float8 / 100 as confidence, s.excess::float8
      from ${scoresIn('shown', author)} s join signals g on g.id = s.signal_id
     where not s.is_shut and s.does = 'opens' and s.status = 'closed' and s.excess is not null
       and g.details ? 'confidence'`.execute(db)
  return rows
}
