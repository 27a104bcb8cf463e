// Makes the positions due whose prices the market has corrected since the last check.
import { BENCHMARK } from '#engine/market/prices.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { METHOD } from '#engine/scoring/method.ts'
import { makeAllDue } from './benchmark-due.ts'

/** A correction may be committed a little later than its timestamp. */
const OVERLAP_MS = 60_000

/**
 * True if any positions are due: those that had entered by the last day of their figures, under the corrected symbol or
 * an earlier symbol of the same share. A benchmark's correction concerns all positions.
 */
export async function markCorrectedDue({
  db,
  clock,
  market,
}: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<boolean> {
  if (market.isSample) return false
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    const { rows: state } = await sql<{ since: Date | null }>`
      select corrections_at as since from record_scoring for update`.execute(trx)
    const [one] = state
    if (!one) return false
    const since = new Date((one.since?.getTime() ?? OVERLAP_MS) - OVERLAP_MS)
    const { rows: corrected } = await sql<{ symbol: string; day: string }>`
      with recursive corrected as (
        select symbol, corrected_from as day from market_series where corrected_at > ${since}
        union select r.old_symbol, c.day from market_renames r join corrected c on c.symbol = r.new_symbol
      )
      select symbol, min(day)::text as day from corrected group by symbol`.execute(trx)
    const isOpenOrFrom = (day: RawBuilder<unknown>) => sql<SqlBool>`(s.status in ('pending', 'open')
      or s.reason = 'no_prices' or (s.entry_day is not null and s.as_of >= ${day}))`
    const benchmark = corrected.find(({ symbol }) => symbol === BENCHMARK)
    const due = benchmark
      ? await makeAllDue(trx, { now, where: isOpenOrFrom(sql`${benchmark.day}::date`) })
      : 0
    const { numAffectedRows = 0n } = await sql`
      insert into record_due (ticker, author, since)
      select distinct s.ticker, s.author, ${now}::timestamptz from record_scores s
        join unnest(${corrected.map(({ symbol }) => symbol)}::text[], ${corrected.map(({ day }) => day)}::date[])
          as c (symbol, day) on c.symbol = s.ticker
       where s.method = ${METHOD} and ${isOpenOrFrom(sql`c.day`)}
      on conflict (ticker, author) do update set since = excluded.since, is_waiting = false, is_posted = false`.execute(
      trx,
    )
    await trx.updateTable('recordScoring').set({ correctionsAt: now }).execute()
    return due > 0 || numAffectedRows > 0n
  })
}
