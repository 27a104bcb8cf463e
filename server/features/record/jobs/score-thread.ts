// The worker thread that scores signals and ranks their authors.
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import { type Database, openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { serveThread } from '#server/worker-thread.ts'
import type { ScoringInput } from './score-in-thread.ts'
import { scoreSlice } from './score-slice.ts'

/** Kept between the runs of this thread, because opening eight connections takes longer than scoring a few signals. */
let current: { url: string; database: Database } | undefined

serveThread(async (data) => {
  const { databaseUrl, logLevel, at, market, sliceMs } = data as ScoringInput
  const deps = {
    db: (await openOnce(databaseUrl, logLevel)).db,
    clock: { ...systemClock, now: () => at },
    // With a real market, scoring reads only stored data and calls no provider.
    market: { ...simulatedMarket(), ...market },
  }
  const instruments = openInstruments(deps, ({ symbol }) => ({ symbol }))
  return await scoreSlice(deps, instruments, sliceMs)
})

async function openOnce(url: string, logLevel: string): Promise<Database> {
  if (current?.url === url) return current.database
  await current?.database.close()
  // Two batches are read with three queries each while two others are saved.
  current = { url, database: openDatabaseForJobs(url, openLog(logLevel), { max: 8 }) }
  return current.database
}
