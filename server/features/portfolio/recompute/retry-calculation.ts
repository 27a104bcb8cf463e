// Starts a calculation again that has ended in a reason: prices that the provider didn't deliver, or a fault of ours.
import { CALCULATION_FAILED } from '#engine/portfolio/returns/performance-summary.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { forgetFailures } from '#server/market/fetch-series.ts'
import { marketReadiness } from '#server/market/series.ts'
import { enqueueFetch } from './fetch-prices.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'
import { requiredSeries } from './required-series.ts'

/** What the provider's earlier answers were no longer counts, so the page waits again for a while. */
export async function retryCalculation(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom('performanceSummaries')
    .where('userId', '=', userId)
    .where('noReturnReason', '=', CALCULATION_FAILED)
    .execute()
  if (!market.isSample) {
    const { missing } = await marketReadiness(db, await requiredSeries(db, userId), clock.now())
    if (missing.some(({ isFailing }) => isFailing)) {
      // All of them: one that has almost failed too often would be the next reason at once.
      await forgetFailures(db, missing)
      await enqueueFetch(db, userId)
    }
  }
  await enqueueRecompute(db, userId)
  await notify(db, [userId], 'portfolio')
}
