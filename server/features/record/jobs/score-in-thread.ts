// Scores in a worker thread with a database connection of its own, so that requests are answered meanwhile.
import { join } from 'node:path'
import type { Market } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import { runInThread } from '#server/worker-thread.ts'

/** The thread gets the database address and no other secret. */
export type ScoringInput = {
  at: Date
  market: Pick<Market, 'name' | 'isSample'>
  databaseUrl: string
  logLevel: string
  sliceMs: number
}
export type ThreadNeeds = Pick<Deps, 'pool' | 'clock' | 'config'> & { market: ScoringInput['market'] }

/** Long enough that starting threads, and reading the shares' growth in each, costs little. */
const SLICE_MS = 60_000
/** A step that was begun may take longer. */
const MAX_MS = 180_000
const MAX_MB = 400
/** Prices and scores of a batch outlive many collections of a small young generation: with 64 MB they take half the time (measured). */
const YOUNG_MB = 64

/**
 * Scores for a while. True if nothing is left; false also if `stopping` is aborted, which ends it at once. Throws what scoring throws,
 * and `ThreadError` beyond a limit.
 */
export async function scoreInThread(
  { pool, clock, config, market }: ThreadNeeds,
  stopping?: AbortSignal,
): Promise<boolean> {
  const data: ScoringInput = {
    at: clock.now(),
    market: { name: market.name, isSample: market.isSample },
    databaseUrl: pool.options.connectionString ?? '',
    logLevel: config.logLevel,
    sliceMs: SLICE_MS,
  }
  const file = join(import.meta.dirname, 'score-thread.ts')
  try {
    return (await runInThread(file, {
      data,
      maxMb: MAX_MB,
      youngMb: YOUNG_MB,
      maxMs: MAX_MS,
      ...(stopping && { signal: stopping }),
    })) as boolean
  } catch (error) {
    // What isn't saved stays due.
    if (stopping?.aborted) return false
    throw error
  }
}
