// Restarts a calculation that ended without figures: the provider didn't deliver prices, or there was an error on our
// side.
import { CALCULATION_FAILED } from '#engine/portfolio/returns/performance-summary.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { forgetFailures } from '#server/market/fetch-series.ts'
import { marketReadiness } from '#server/market/series.ts'
import { enqueueFetch } from './fetch-prices.ts'
import { enqueueRecompute } from './enqueue-recompute.ts'
import { requiredSeries } from './required-series.ts'

/** Earlier failures of the provider no longer count, so the page waits again for a while. */
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
      // Resets all missing series, because one that is about to reach the limit of failures would stop the calculation
      // again at once.
      await forgetFailures(db, missing)
      await enqueueFetch(db, userId)
    }
  }
  await enqueueRecompute(db, userId)
  await notify(db, [userId], 'portfolio')
}
