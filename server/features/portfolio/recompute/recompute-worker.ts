// The thread in which one person's portfolio is worked out.
import { systemClock } from '#server/clock.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { simulatedMarket } from '#server/outside/market/simulated.ts'
import { work } from '#server/thread.ts'
import type { RecomputeInput } from './recompute-in-worker.ts'
import { recomputePerformance } from './recompute.ts'

await work(async (data) => {
  const { databaseUrl, logLevel, at, isSample, userId } = data as RecomputeInput
  const log = openLog(logLevel)
  const { db } = openDatabaseForJobs(databaseUrl, log, { max: 2 })
  // The job's own moment: what changes while it runs is newer, and worked out again.
  const clock = { ...systemClock, now: () => at }
  // Of a real market only what was fetched is asked for, which is in the database.
  await recomputePerformance({ db, clock, market: { ...simulatedMarket(), isSample }, log }, userId)
})
