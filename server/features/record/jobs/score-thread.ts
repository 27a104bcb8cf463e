// The worker thread that scores signals and ranks their authors.
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { serveThread } from '#server/worker-thread.ts'
import type { ScoringInput } from './score-in-thread.ts'
import { scoreSlice } from './score-slice.ts'

serveThread(async (data) => {
  const { databaseUrl, logLevel, at, market, sliceMs } = data as ScoringInput
  // Two batches are read with three queries each while two others are saved.
  const database = openDatabaseForJobs(databaseUrl, openLog(logLevel), { max: 8 })
  const deps = {
    db: database.db,
    clock: { ...systemClock, now: () => at },
    // With a real market, scoring reads only stored data and calls no provider.
    market: { ...simulatedMarket(), ...market },
  }
  const instruments = openInstruments(deps, ({ symbol }) => ({ symbol }))
  const isDone = await scoreSlice(deps, instruments, sliceMs)
  await database.close()
  return isDone
})
