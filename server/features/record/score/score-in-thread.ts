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

/** Short enough for a server that stops, and long enough that starting threads costs little. */
const SLICE_MS = 10_000
/** A step that was begun may take longer. */
const MAX_MS = 120_000
const MAX_MB = 400

/** Scores for a while. True if nothing is left. Throws what scoring throws, and `ThreadError` beyond a limit. */
export async function scoreInThread({ pool, clock, config, market }: ThreadNeeds): Promise<boolean> {
  const data: ScoringInput = {
    at: clock.now(),
    market: { name: market.name, isSample: market.isSample },
    databaseUrl: pool.options.connectionString ?? '',
    logLevel: config.logLevel,
    sliceMs: SLICE_MS,
  }
  const file = join(import.meta.dirname, 'score-thread.ts')
  return (await runInThread(file, { data, maxMb: MAX_MB, maxMs: MAX_MS })) as boolean
}
