// Recomputes a portfolio in a worker thread, because 100,000 activities take seconds; a small one in this process.
import { join } from 'node:path'
import { isDatabaseUnavailable } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { runInThread, ThreadError } from '#server/worker-thread.ts'
import { openLimiter } from '#server/limiter.ts'
import { recomputePerformance, saveFailure } from './recompute.ts'

/** The worker gets the database address and no other secret. */
export type RecomputeInput = {
  userId: string
  at: Date
  isSample: boolean
  databaseUrl: string
  logLevel: string
}

/**
 * Enough for 100,000 activities in 200 symbols over ten years (measured). A larger limit only delays garbage
 * collection.
 */
const USUAL_MB = 100
const LARGEST_MB = 2048
/** A recompute that takes longer is given up, because the queue runs only two jobs at a time. */
const TIMEOUT_MS = 40_000
const WAITING_MS = 15_000

/** One at a time, to limit memory. The queue runs two jobs at a time, so one may wait. */
const limiter = openLimiter({ concurrency: 1, waitingMax: 2, waitMs: WAITING_MS })

/** Starting a thread takes a third of a second of CPU time; portfolios this small are computed in less (measured). */
const SMALL = { symbols: 5, activities: 500 }

/** From this attempt on, a failure replaces the figures. Earlier ones may be due to a short overload. */
const ATTEMPTS_BEFORE_REASON = 3

type WorkerDeps = Pick<Deps, 'pool' | 'db' | 'clock' | 'config' | 'market' | 'log'>

/**
 * `attempt` counts the job's tries from 1. After the third, the owner and readers see that the return couldn't be
 * calculated, until a later try succeeds. Throws what `recomputePerformance` throws, and `ThreadError` if a limit is
 * exceeded.
 */
export async function recomputeInWorker(deps: WorkerDeps, userId: string, attempt: number): Promise<void> {
  try {
    await recomputeWithinLimits(deps, userId)
  } catch (error) {
    if (attempt >= ATTEMPTS_BEFORE_REASON && !isDatabaseUnavailable(error)) await saveFailure(deps, userId)
    throw error
  }
}

async function recomputeWithinLimits(deps: WorkerDeps, userId: string): Promise<void> {
  const { pool, db, clock, config, market } = deps
  const { symbols, activities } = await db
    .selectFrom('portfolioActivities as activity')
    .innerJoin('portfolioAccounts as account', 'account.id', 'activity.accountId')
    .where('account.userId', '=', userId)
    .select((eb) => [
      eb.fn.count<number>('activity.symbol').distinct().as('symbols'),
      eb.fn.countAll<number>().as('activities'),
    ])
    .executeTakeFirstOrThrow()
  if (symbols <= SMALL.symbols && activities <= SMALL.activities)
    return await recomputePerformance(deps, userId)
  const within = (maxMb: number) => {
    const data: RecomputeInput = {
      userId,
      at: clock.now(),
      isSample: market.isSample,
      databaseUrl: pool.options.connectionString ?? '',
      logLevel: config.logLevel,
    }
    const file = join(import.meta.dirname, 'recompute-worker.ts')
    return runInThread(file, { data, maxMb, maxMs: TIMEOUT_MS })
  }
  await limiter.run(() =>
    within(USUAL_MB).catch((error: unknown) => {
      if (error instanceof ThreadError && error.isOutOfMemory) return within(LARGEST_MB)
      throw error
    }),
  )
}
