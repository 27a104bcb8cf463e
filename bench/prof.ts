import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Session } from 'node:inspector/promises'
import pg from 'pg'
import { systemClock } from '#server/clock.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { closeOf, exchangeDays, lastClosedDay } from '#server/adapters/market/exchange-days.ts'
import { sweepScores } from '#server/features/record/score/scoring-jobs.ts'
import { scoreSlice } from '#server/features/record/score/score-slice.ts'
import { addPeople } from './population.ts'
import { addPrices, addScoredSignals } from './scored-population.ts'
const [signals, symbols, authors] = process.argv.slice(2).map(Number) as [number, number, number]
const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-bench-'))
const postgres = await startEmbeddedPostgres(dataDir)
const pool = new pg.Pool({ connectionString: postgres.ownerUrl, max: 4 })
await migrate(postgres, systemClock)
await addPeople(pool, 0, authors + 10, 'x')
const [before = '', last = ''] = exchangeDays('2020-01-01', lastClosedDay(new Date())).slice(-2)
await addPrices(pool, { symbols, upTo: before })
await addScoredSignals(pool, { signals, symbols, authors, upTo: before })
await pool.query('analyze')
const { db } = openDatabaseForJobs(postgres.url, openLog('warn'))
const names = (await pool.query('select symbol from market_instruments')).rows as { symbol: string }[]
const session = new Session()
session.connect()
await session.post('Profiler.enable')
const run = async (name: string, day: string) => {
  const deps = {
    db,
    clock: { ...systemClock, now: () => new Date(closeOf(day).getTime() + 13 * 3_600_000) },
    market: { name: 'massive', isSample: false } as never,
  }
  if (name === 'next') await sweepScores(deps)
  await session.post('Profiler.start')
  const start = performance.now()
  let scored = 0
  let done = false
  const watch = (async () => {
    while (!done) {
      const { rows } = await pool.query('select from record_due limit 1')
      if (rows.length === 0) {
        scored = performance.now() - start
        return
      }
      await new Promise((r) => setTimeout(r, 50))
    }
  })()
  while (!(await scoreSlice(deps, async () => names, 15_000)));
  done = true
  await watch
  const { profile } = await session.post('Profiler.stop')
  await writeFile(`/tmp/w/scoring-${name}.cpuprofile`, JSON.stringify(profile))
  const u = process.resourceUsage()
  console.log(
    name,
    'scored',
    (scored / 1000).toFixed(2),
    'all',
    ((performance.now() - start) / 1000).toFixed(2),
    'rss',
    (u.maxRSS / 1024).toFixed(0),
  )
  const self = new Map<string, number>()
  const dts = profile.timeDeltas!
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  profile.samples!.forEach((id, i) => {
    const n = byId.get(id)!
    const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber}`
    self.set(k, (self.get(k) ?? 0) + dts[i]!)
  })
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 28))
    console.log((v / 1e6).toFixed(2), k)
}
await run('all', before)
await addPrices(pool, { symbols, upTo: last, from: last })
await pool.query('update market_series set to_day = $1', [last])
await run('next', last)
const { rows: digest } = await pool.query(
  `select md5(string_agg(t::text, ',' order by t::text)) from (select signal_id, ticker, status, does, of_signal_id, beta, tilt, entry_day, entry_close, last_close, exit_day, exit_reason, ends_on, return, benchmark, excess, as_of, is_thin from record_scores) t`,
)
const { rows: days } = await pool.query(
  `select md5(string_agg(t::text, ',' order by t::text)) from record_days t`,
)
const { rows: people } = await pool.query(
  `select md5(string_agg(t::text, ',' order by t::text)) from (select author, as_of, mean, low, high, drawdown, later_low, hit_rate, posted, brier, worst from record_people) t`,
)
console.log('digests', digest[0].md5, days[0].md5, people[0].md5)
await pool.end()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(0)
