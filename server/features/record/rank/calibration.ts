// How well an author's stated confidence fits what came of it: Brier's score over their closed positions. Statistics, so these are floats.
import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { METHOD } from '../score/method.ts'
import { average } from './yearly-excess.ts'

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
 * sealed are left out until they are opened, and so is what they close or extend.
 */
export async function readForecasts(db: Kysely<DB>, author: string): Promise<Forecast[]> {
  const { rows } = await sql<Forecast>`
    with shown as (
      select s.signal_id, case when p.signal_id is null then s.status else p.status end as status,
          case when p.signal_id is null then s.does else p.does end as does,
          case when p.signal_id is null then s.excess else p.excess end as excess
        from record_scores s
        left join record_public_scores p
          on p.signal_id = s.signal_id and p.ticker = s.ticker and p.method = s.method
       where s.author = ${author} and s.method = ${METHOD})
    select (g.details ->> 'confidence')::float8 / 100 as confidence, shown.excess::float8
      from shown join signals g on g.id = shown.signal_id
      left join record_trades t on t.signal_id = shown.signal_id
     where shown.does = 'opens' and shown.status = 'closed' and shown.excess is not null
       and g.details ? 'confidence' and (t.signal_id is null or t.opened is not null)`.execute(db)
  return rows
}
