// Reads how far the trades of some signals about a ticker are ahead of SPY.
import { sql } from 'kysely'
import { METHOD } from '#engine/scoring/method.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { Deps } from '#server/deps.ts'

const tradesAbout = prepared(
  'trades_about_ticker',
  (_db, { ids, ticker, method }: Parameters<{ ids: readonly string[]; ticker: string; method: number }>) =>
    sql<{ signalId: string; excess: number }>`
    select signal_id, excess::float8 as excess from record_scores
     where signal_id = any(${ids}::uuid[]) and ticker = ${ticker} and method = ${method} and does = 'opens'
       and trading_days > 0 and excess is not null`,
)

/**
 * Distances by signal, as ratios, for trades that have run for at least an exchange day. Only call this with signals
 * that the viewer may read.
 */
export async function distancesOn(
  deps: Pick<Deps, 'statements'>,
  ids: readonly string[],
  ticker: string,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tradesAbout(deps.statements, { ids, ticker, method: METHOD })
  return new Map(rows.map(({ signalId, excess }) => [signalId, excess]))
}
