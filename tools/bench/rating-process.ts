// Rates what is due and prints its time and memory. Copied into an older checkout, it measures that one.
import { systemClock } from '#server/clock.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { rateRecords } from '#server/features/record/rate/rate-due.ts'

export type RatingReport = { ms: number; cpuMs: number; peakMb: number }

const [, , databaseUrl = '', at = ''] = process.argv
const database = openDatabaseForJobs(databaseUrl, openLog('warn'), { max: 8, queryMs: 600_000 })
const start = performance.now()
await rateRecords({
  db: database.db,
  clock: { ...systemClock, now: () => new Date(at) },
  market: { ...simulatedMarket(), name: 'massive', isSample: false },
})
const ms = performance.now() - start
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const result: RatingReport = { ms, cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }
console.log(JSON.stringify(result))
await database.close()
