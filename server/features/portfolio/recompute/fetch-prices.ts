// Fetches what a portfolio still needs of a real market, a few series a job, and has the portfolio worked out at the end.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { MarketBusy } from '#server/outside/market/port.ts'
import { fetchSeries } from '#server/market/fetch-series.ts'
import { marketReadiness } from '#server/market/series.ts'
import { seriesNeededBy } from './market-needs.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'

/** Series in one job, and how long it goes on: what else is queued has its turn. */
const A_FEW = 5
const TURN_MAX_MS = 5000
/** However long a provider wants to be left alone. */
const WAIT_MAX_MS = 3_600_000

/**
 * One job a person at most, and of all people's one at a time (`queue`), which takes turns: somebody with two hundred
 * symbols does not keep somebody with two waiting.
 */
export const enqueueFetch = (db: Kysely<DB> | Transaction<DB>, userId: string, runAt?: Date): Promise<void> =>
  enqueue(
    db,
    'fetch_prices',
    { userId },
    { key: `fetch_prices ${userId}`, queue: 'market', ...(runAt && { runAt }) },
  )

/**
 * Asks for the series that were tried longest ago, keeps the answers and comes again for the next ones; when the
 * provider is busy, later. Throws when it fails: the queue tries again after longer and longer times, with what failed
 * at the end of the line, and what is kept stays.
 */
export async function fetchPrices(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
): Promise<void> {
  if (market.isSample) return
  const start = clock.elapsedMs()
  for (let asked = 0; asked < A_FEW && clock.elapsedMs() - start < TURN_MAX_MS; asked += 1) {
    const { missing } = await marketReadiness(db, await seriesNeededBy(db, userId), clock.now())
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
