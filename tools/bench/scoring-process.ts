// Scores everything that is due, like the server's thread, and prints its time and memory.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { scoreInThread } from '#server/features/record/jobs/score-in-thread.ts'

export type ScoringReport = {
  scoredMs: number
  totalMs: number
  recordMs: number
  cpuMs: number
  peakMb: number
}

/** How many authors' records are computed, which is enough to measure one. With `all`, all of them. */
const RANKED = 200

const [, , databaseUrl = '', at = '', records = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) })
const deps = {
  pool,
  config,
  clock: { ...systemClock, now: () => new Date(at) },
  market: { name: 'massive' as const, isSample: false },
}
const start = performance.now()
let scoredMs: number | undefined
let isOver = false
const watching = (async () => {
  while (!isOver && scoredMs === undefined) {
    const { rows } = await pool.query('select from record_due where not is_waiting limit 1')
    if (rows.length > 0) await wait(250)
    else {
      scoredMs = performance.now() - start
      if (records === 'all') return
      await pool.query(
        'delete from record_rankings_due where author not in (select author from record_rankings_due order by author limit $1)',
        [RANKED],
      )
    }
  }
})()
while (!(await scoreInThread(deps)));
isOver = true
await watching
const total = performance.now() - start
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const result: ScoringReport = {
  scoredMs: scoredMs ?? total,
  totalMs: total,
  recordMs: (total - (scoredMs ?? total)) / RANKED,
  cpuMs: (userCPUTime + systemCPUTime) / 1000,
  peakMb: maxRSS / 1024,
}
console.log(JSON.stringify(result))
await pool.end()
