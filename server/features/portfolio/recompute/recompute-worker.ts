// The worker thread that recomputes one portfolio.
import { systemClock } from '#server/clock.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { serveThread } from '#server/worker-thread.ts'
import type { RecomputeInput } from './recompute-in-worker.ts'
import { recomputePerformance } from './recompute.ts'

serveThread(async (data) => {
  const { databaseUrl, logLevel, at, isSample, userId } = data as RecomputeInput
  const log = openLog(logLevel)
  const { db } = openDatabaseForJobs(databaseUrl, log, { max: 2 })
  // The job's start time: a change during the run is newer and triggers another recompute.
  const clock = { ...systemClock, now: () => at }
  // With a real market, the recompute reads only stored data and calls no provider.
  await recomputePerformance({ db, clock, market: { ...simulatedMarket(), isSample }, log }, userId)
})
