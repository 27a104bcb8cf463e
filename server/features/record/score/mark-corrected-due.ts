// Makes the positions due whose prices the market has corrected since the last check.
import { BENCHMARK } from '#engine/market/prices.ts'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { METHOD } from '#engine/scoring/method.ts'

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
    const { rows } = await sql`
      with recursive corrected as (
        select symbol, corrected_from as day from market_series where corrected_at > ${since}
        union select r.old_symbol, c.day from market_renames r join corrected c on c.symbol = r.new_symbol
      )
      insert into record_due (ticker, author, since)
      select distinct s.ticker, s.author, ${now}::timestamptz from record_scores s
        join corrected c on c.symbol = s.ticker or c.symbol = ${BENCHMARK}
       where s.method = ${METHOD} and (s.status in ('pending', 'open') or s.reason = 'no_prices'
         or (s.entry_day is not null and s.as_of >= c.day))
      on conflict (ticker, author) do update set since = excluded.since, is_waiting = false, is_posted = false returning ticker`.execute(
      trx,
    )
    await trx.updateTable('recordScoring').set({ correctionsAt: now }).execute()
    return rows.length > 0
  })
}
