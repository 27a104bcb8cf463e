// Takes new log entries into scoring: one row per ticker of each signal, and what has to be calculated.
import { isTicker } from '#engine/market/prices.ts'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { UNSCORED_REASONS } from '#shared/contracts/outcomes.ts'
import { enqueueRankings } from './rankings-queue.ts'
import { METHOD } from '#engine/scoring/method.ts'

const BATCH_MAX = 1000
const NOTHING = { entries: 0, method: METHOD, size: 0, isCommitted: false }

/** The facts about one ticker of a signal before any price is known. */
export type FirstPart = {
  ticker: string
  side: 1 | -1
  /** With 4 decimals. */
  weight: string
  reason: (typeof UNSCORED_REASONS)[number] | null
}

/**
 * The tickers of a signal. Each of k tickers takes 1/k of a portfolio place. Only logged tickers count, so everybody
 * can verify k. A comment or a signal without a ticker is one row with an empty ticker.
 */
export function firstParts({
  signalType,
  tickers,
}: {
  signalType: string
  tickers: readonly string[]
}): FirstPart[] {
  const side = signalType === 'sell' ? -1 : 1
  const none = { ticker: '', side, weight: '0.0000' } as const
  if (signalType === 'comment') return [{ ...none, reason: 'comment' }]
  const all = [...new Set(tickers)]
  if (all.length === 0) return [{ ...none, reason: 'no_ticker' }]
  const count = all.filter(isTicker).length
  return all.map((ticker) =>
    isTicker(ticker)
      ? { ticker, side, weight: (1 / count).toFixed(4), reason: null }
      : { ...none, ticker, reason: 'not_us_share' },
  )
}

/** Whether the log commits to the method's text. Nothing is scored by a method before that. */
const IS_COMMITTED = sql<boolean>`exists (select from record_entries
  where kind = 'method' and (convert_from(bytes, 'UTF8')::jsonb ->> 'method')::int = ${METHOD})`

/**
 * Takes up to a thousand entries. True if there are more. A new method begins with the first entry, and a copy of the
 * server that still has the previous method takes no more.
 */
export async function takeLogged({
  db,
  clock,
  market,
}: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await sql`insert into record_scoring (entries, method) values (0, ${METHOD}) on conflict do nothing`.execute(
      trx,
    )
    const { rows: state } = await sql<{
      entries: number
      method: number
      size: number
      isCommitted: boolean
    }>`
      select entries, method, (select coalesce(max(index) + 1, 0) from record_entries)::bigint as size,
          ${IS_COMMITTED} as is_committed
        from record_scoring for update`.execute(trx)
    const [{ entries, method, size, isCommitted } = NOTHING] = state
    if (method > METHOD || !isCommitted) return false
    const from = method === METHOD ? entries : 0
    const to = Math.min(size, from + BATCH_MAX)
    if (to <= from) return false
    type Terms = { isSealed: boolean; onlyCloses: boolean; timeHorizon: string | null }
    type Logged = { id: string; author: string; createdAt: Date } & Terms & Parameters<typeof firstParts>[0]
    const { rows: signals } = await sql<Logged>`
      select g.id, e.author, g.created_at, g.signal_type, coalesce(g.tickers::jsonb, '[]') as tickers,
          g.time_horizon, t.signal_id is not null as is_sealed,
          coalesce(coalesce(t.trade, convert_from(e.bytes, 'UTF8')::jsonb -> 'trade') ->> 'only' = 'close', false) as only_closes
        from record_entries e join signals g on g.id = e.signal_id left join record_trades t on t.signal_id = e.signal_id
       where e.index >= ${from} and e.index < ${to} and e.author is not null`.execute(trx)
    const parts = signals.flatMap((signal) =>
      firstParts(signal).map((part) => ({
        signal_id: signal.id,
        author: signal.author,
        posted_at: signal.createdAt,
        is_sealed: signal.isSealed,
        only_closes: signal.onlyCloses,
        time_horizon: signal.timeHorizon,
        status: part.reason === null ? 'pending' : 'unscored',
        ...part,
      })),
    )
    const now = clock.now()
    await sql`
      with parts as (
        select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as part
          (signal_id uuid, ticker text, author uuid, posted_at timestamptz, status text, reason text, side smallint,
            weight numeric, is_sealed boolean, only_closes boolean, time_horizon text)),
      scores as (
        insert into record_scores
          (signal_id, ticker, method, author, posted_at, status, reason, side, weight, is_sealed, only_closes,
            time_horizon, is_sample, scored_at)
        select signal_id, ticker, ${METHOD}::smallint, author, posted_at, status, reason, side, weight, is_sealed,
          only_closes, time_horizon, ${market.isSample}::boolean, ${now}::timestamptz from parts
        on conflict do nothing)
      insert into record_due as due (ticker, author, since, is_posted)
      select distinct ticker, author, ${now}::timestamptz, true from parts where status = 'pending'
      on conflict (ticker, author) do update set since = excluded.since, is_posted = due.is_posted and excluded.is_posted`.execute(
      trx,
    )
    await trx.updateTable('recordScoring').set({ entries: to, method: METHOD }).execute()
    // Other authors are ranked once their tickers are scored.
    const pending = new Set(parts.filter(({ status }) => status === 'pending').map(({ author }) => author))
    const others = new Set(signals.map(({ author }) => author)).difference(pending)
    await enqueueRankings(trx, [...others], { since: now, isPosted: true })
    return to < size
  })
}
