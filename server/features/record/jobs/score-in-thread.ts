// Scores in a worker thread with its own database connection, so that the server keeps answering requests.
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

/** Long enough that loading the shares' growth in each costs little. */
const SLICE_MS = 60_000
/** A step in progress may take longer than a slice: a month-end's monkeys take minutes with many authors. */
const MAX_MS = 900_000
const MAX_MB = 400
/**
 * Scores become due in bursts: posts, closes, corrections. Loading the thread's modules takes 0.7 s of CPU time
 * (measured).
 */
const KEEP_MS = 30_000
/**
 * A batch's prices and scores survive many collections of a small young generation. 64 MB halve the time
 * (measured).
 */
const YOUNG_MB = 64

/**
 * Scores for a while. True if nothing is left. False if there is more, or if `stopping` is aborted, which ends it at
 * once. Throws errors of scoring, and `ThreadError` beyond a limit.
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
      keepMs: KEEP_MS,
      ...(stopping && { signal: stopping }),
    })) as boolean
  } catch (error) {
    // Work that isn't saved stays due.
    if (stopping?.aborted) return false
    throw error
  }
}
