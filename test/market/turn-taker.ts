// A process of its own that takes turns and prints when it had each: `node turn-taker.ts <database> <provider> <calls a minute> <turns>`.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { MarketBusy } from '#server/outside/market/port.ts'
import { openTurns } from '#server/outside/market/provider-rate-limit.ts'

const [url = '', provider = '', callsAMinute, count] = process.argv.slice(2)
const { db } = openDatabase(url, pino({ level: 'silent' }), 2)
const turns = openTurns(db, provider, Number(callsAMinute))
const had: number[] = []
while (had.length < Number(count))
  try {
    await turns.take()
    had.push(Date.now())
  } catch (error) {
    if (!(error instanceof MarketBusy)) throw error
    await sleep(error.retryAfterMs)
  }
console.log(JSON.stringify(had))
await db.destroy()
