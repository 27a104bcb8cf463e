// Fetches the series that a job's subject is missing, a few per job, so that other queued jobs get their turn.
import type { Deps } from '#server/deps.ts'
import { MarketBusy } from '#server/adapters/market/port.ts'
import { fetchSeries } from './fetch-series.ts'
import { marketReadiness, type SeriesNeed } from './series.ts'

const SERIES_MAX = 5
const JOB_MAX_MS = 5000
/** The longest wait, even if a provider asks for a longer one. */
const WAIT_MAX_MS = 3_600_000

/** Whether everything was fetched. If not, another job continues, at `runAt` if the provider is busy. */
export type Rest = { isDone: true } | { isDone: false; runAt?: Date }

/**
 * Fetches and stores the missing series, least recently tried first. `readNeeds` is called before each one. Throws if
 * the provider fails: the queue retries with growing delays, and stored data stays.
 */
export async function fetchMissing(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  readNeeds: () => Promise<SeriesNeed[]>,
): Promise<Rest> {
  const start = clock.elapsedMs()
  for (let asked = 0; asked < SERIES_MAX && clock.elapsedMs() - start < JOB_MAX_MS; asked += 1) {
    const { missing } = await marketReadiness(db, await readNeeds(), clock.now())
    const [next] = missing
    if (!next) return { isDone: true }
    try {
      await fetchSeries({ db, clock, market }, next)
    } catch (error) {
      if (!(error instanceof MarketBusy)) throw error
      const waitMs = Math.min(error.retryAfterMs, WAIT_MAX_MS)
      return { isDone: false, runAt: new Date(clock.now().getTime() + waitMs) }
    }
  }
  return { isDone: false }
}
