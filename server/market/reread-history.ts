// Fetches each symbol's whole history again about once a month, for late corrections by the provider.
import { sql, type Transaction } from 'kysely'
import { MarketBusy } from '#server/adapters/market/port.ts'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { OperatorError } from '#server/log.ts'
import { fetchSeries } from './fetch-series.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** The series from which scores are calculated. Adjusted closes are fetched completely each time anyway. */
const KINDS = ['closes', 'splits', 'dividends'] as const
const REREAD_HOURS = 30 * 24
const HOUR_MS = 3_600_000

/** Runs in sequence with all other market data jobs (`queue`). */
const enqueueReread = (db: Db | Transaction<DB>, symbol: string, runAt?: Date) =>
  enqueue(
    db,
    'reread_history',
    { symbol },
    { key: `reread_history ${symbol}`, queue: 'market', ...(runAt && { runAt }) },
  )

/**
 * Every hour, enqueues an hour's share of all symbols. Each takes three calls, so a month of them stays within any
 * plan's quota. Recorded in advance, so that a failing symbol doesn't delay the others.
 */
export async function sweepHistories({ db, clock, market }: Needs): Promise<void> {
  if (market.isSample) return
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ symbol: string }>`
      with known as (select symbol, whole_at from market_series where kind = 'closes' and from_day is not null)
      update market_series set whole_at = ${now}::timestamptz where kind = 'closes' and symbol in (
        select symbol from known where whole_at is null or whole_at <= ${new Date(now.getTime() - REREAD_HOURS * HOUR_MS)}
         order by whole_at nulls first, symbol limit (select ceil(count(*) / ${REREAD_HOURS}::numeric) from known))
      returning symbol`.execute(trx)
    for (const { symbol } of rows) await enqueueReread(trx, symbol)
  })
}

/** Fetches one symbol again as soon as the provider answers. Throws `OperatorError` if it was never fetched. */
export async function requestReread(db: Db, symbol: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .updateTable('marketSeries')
      .set({ wholeAt: now })
      .where('kind', '=', 'closes')
      .where('symbol', '=', symbol)
      .where('fromDay', 'is not', null)
      .returning('symbol')
      .executeTakeFirst()
    if (!known) throw new OperatorError(`No closes of ${symbol} are stored, so there is nothing to correct.`)
    await enqueueReread(trx, symbol)
  })
}

/** Replaces differing data, like the daily fetches. Throws if the provider fails: the queue retries. */
export async function rereadHistory(deps: Needs, symbol: string): Promise<void> {
  const { db, clock, market } = deps
  if (market.isSample) return
  const stored = await db
    .selectFrom('marketSeries')
    .select((eb) => [
      eb.ref('kind').$castTo<(typeof KINDS)[number]>().as('kind'),
      eb.cast<string>('fromDay', 'text').as('from'),
      eb.cast<string>('toDay', 'text').as('to'),
    ])
    .where('kind', 'in', KINDS)
    .where('symbol', '=', symbol)
    .where('fromDay', 'is not', null)
    .execute()
  try {
    for (const { kind, ...range } of stored) await fetchSeries(deps, { kind, symbol, range })
  } catch (error) {
    if (!(error instanceof MarketBusy)) throw error
    await enqueueReread(db, symbol, new Date(clock.now().getTime() + error.retryAfterMs))
  }
}
