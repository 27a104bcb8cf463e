// Rates the records for which something is new, and orders the board: in runs, one for each month-end and one for today.
import type { Deps } from '#server/deps.ts'
import { publishRatings } from './publish-ratings.ts'
import { rateBatches } from './rate-batches.ts'
import { isRatingDue } from './rating-due.ts'
import { openRatingMarket } from './rating-market.ts'
import { currentRun, startRun } from './rating-run.ts'

/**
 * Rates until the board stands as of today. Each run changes the ratings and the board in one transaction. A killed run goes on
 * where it was.
 */
export async function rateRecords(deps: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<void> {
  // Prices that are corrected from now on are new to the next run.
  const startedAt = deps.clock.now()
  const prices = await openRatingMarket(deps)
  while (await isRatingDue(deps)) {
    const run = (await currentRun(deps)) ?? (await startRun(deps, prices.market, startedAt))
    await rateBatches(deps, run, prices)
    await publishRatings(deps, run, prices)
  }
}
