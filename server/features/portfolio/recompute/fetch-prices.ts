// Fetches the market data a portfolio is missing, a few series per job, and enqueues a recompute at the end.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { MarketBusy } from '#server/adapters/market/port.ts'
import { fetchSeries } from '#server/market/fetch-series.ts'
import { marketReadiness } from '#server/market/series.ts'
import { requiredSeries } from './required-series.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'

/** Limits of one job, so that other queued jobs run in between. */
const SERIES_MAX = 5
const JOB_MAX_MS = 5000
/** The longest wait, even if a provider asks for a longer one. */
const WAIT_MAX_MS = 3_600_000

/**
 * At most one job per person, and one at a time for everybody (`queue`). Each job fetches a few series and enqueues
 * itself again, so a person with two hundred symbols doesn't keep others waiting.
 */
export const enqueueFetch = (db: Kysely<DB> | Transaction<DB>, userId: string, runAt?: Date): Promise<void> =>
  enqueue(
    db,
    'fetch_prices',
    { userId },
    { key: `fetch_prices ${userId}`, queue: 'market', ...(runAt && { runAt }) },
  )

/**
 * Fetches and stores the series that were tried longest ago, then enqueues itself for the next ones, later if the
 * provider is busy. Throws if the provider fails: the queue retries with growing delays, and stored data stays.
 */
export async function fetchPrices(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
): Promise<void> {
  if (market.isSample) return
  const start = clock.elapsedMs()
  for (let asked = 0; asked < SERIES_MAX && clock.elapsedMs() - start < JOB_MAX_MS; asked += 1) {
    const { missing } = await marketReadiness(db, await requiredSeries(db, userId), clock.now())
    const [next] = missing
    if (!next) return await enqueueRecompute(db, userId)
    try {
      await fetchSeries({ db, clock, market }, next)
    } catch (error) {
      if (!(error instanceof MarketBusy)) throw error
      const waitMs = Math.min(error.retryAfterMs, WAIT_MAX_MS)
      return await enqueueFetch(db, userId, new Date(clock.now().getTime() + waitMs))
    }
  }
  await enqueueFetch(db, userId)
}
