// Fetches the market data a portfolio is missing, a few series per job, and enqueues a recompute at the end.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/db/notify.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { fetchMissing } from '#server/market/fetch-missing.ts'
import { marketReadiness } from '#server/market/series.ts'
import { requiredSeries } from './required-series.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'

/**
 * At most one job per person, and one running job for everybody (`queue`). Each job fetches a few series and enqueues
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
 * Whether the calculation waits for prices for which the provider has failed several times or has been busy for a long
 * time.
 */
export async function isPriceMissing(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
): Promise<boolean> {
  if (market.isSample) return false
  const { upTo, missing } = await marketReadiness(db, await requiredSeries(db, userId), clock.now())
  return upTo === null && missing.some(({ isFailing }) => isFailing)
}

/** Throws if the provider fails: the queue retries. */
export async function fetchPrices(
  deps: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
): Promise<void> {
  const { db, market } = deps
  if (market.isSample) return
  try {
    const rest = await fetchMissing(deps, () => requiredSeries(db, userId))
    if (rest.isDone) return await enqueueRecompute(db, userId)
    await enqueueFetch(db, userId, rest.runAt)
  } finally {
    // An open page then shows why it takes so long.
    if (await isPriceMissing(deps, userId)) await notify(db, [userId], 'portfolio')
  }
}
