// Waits for its calls in a separate process and prints the time of each: `node rate-limited-process.ts <database>
// <provider> <calls a minute> <calls>`.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { MarketBusy } from '#server/adapters/market/port.ts'
import { providerRateLimit } from '#server/adapters/market/provider-rate-limit.ts'

const [url = '', provider = '', callsAMinute, count] = process.argv.slice(2)
const { db } = openDatabaseForJobs(url, pino({ level: 'silent' }), { max: 2 })
const rateLimit = providerRateLimit(db, provider, Number(callsAMinute))
const had: number[] = []
while (had.length < Number(count))
  try {
    await rateLimit.acquire()
    had.push(Date.now())
  } catch (error) {
    if (!(error instanceof MarketBusy)) throw error
    await sleep(error.retryAfterMs)
  }
console.log(JSON.stringify(had))
await db.destroy()
