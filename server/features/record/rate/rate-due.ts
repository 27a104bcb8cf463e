// Rates the records with new data and orders the board, in runs: one for each month-end, and one for today.
import type { Deps } from '#server/deps.ts'
import { publishRatings } from './publish-ratings.ts'
import { rateBatches } from './rate-batches.ts'
import { isRatingDue } from './rating-due.ts'
import { openRatingMarket } from './rating-market.ts'
import { currentRun, startRun } from './rating-run.ts'

/**
 * Rates until the board is up to date, and starts no new batch after `maxMs`; true if nothing is left. Each run changes
 * the ratings and the board in one transaction. A run that was stopped or killed is resumed.
 */
export async function rateRecords(
  deps: Pick<Deps, 'db' | 'clock' | 'market'>,
  maxMs = Infinity,
): Promise<boolean> {
  const { clock } = deps
  const endMs = clock.elapsedMs() + maxMs
  // Prices that are corrected from now on belong to the next run.
  const startedAt = clock.now()
  const prices = await openRatingMarket(deps)
  while (await isRatingDue(deps)) {
    const run = (await currentRun(deps)) ?? (await startRun(deps, prices.market, startedAt))
    if (!(await rateBatches(deps, run, prices, () => clock.elapsedMs() > endMs))) return false
    await publishRatings(deps, run, prices)
  }
  return true
}
