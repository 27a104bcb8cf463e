// Scoring: a million signals from stored prices, then one new close for all open positions.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { closeOf, exchangeDays, lastClosedDay } from '#engine/market/exchange-days.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { openLog } from '#server/log.ts'
import { addPrices, addScoredSignals } from './scored-population.ts'
import type { Bench } from './product.ts'
import { report } from './report.ts'
import type { ScoringReport } from './scoring-process.ts'

const FULL = { signals: 1_000_000, symbols: 5000, authors: 5000 }
/** The time after a close until it is final. */
const SETTLED_MS = 13 * 3_600_000

export async function benchScoring(
  { databaseUrl, pool }: Bench,
  size: { [Key in keyof typeof FULL]?: string | undefined },
): Promise<void> {
  const [signals, symbols, authors] = (['signals', 'symbols', 'authors'] as const).map((key) =>
    Number(size[key] ?? FULL[key]),
  ) as [number, number, number]
  const [before = '', last = ''] = exchangeDays('2020-01-01', lastClosedDay(new Date())).slice(-2)
  await addPrices(pool, { symbols, upTo: before })
  await addScoredSignals(pool, { signals, symbols, authors, upTo: before })
  await pool.query('analyze')
  report.note(`${signals} signals of ${authors} authors over ${symbols} symbols`)

  const database = openDatabaseForJobs(databaseUrl, openLog('warn'))
  const settled = (day: string) => new Date(closeOf(day).getTime() + SETTLED_MS)
  const clockAt = (day: string) => ({ ...systemClock, now: () => settled(day) })
  const all = await score(databaseUrl, settled(before))
  report.note(`all: ${figures(all)}`)
  report.atMost(`${signals} signals scored from kept prices`, all.scoredMs / 60_000, 10, ' min')
  report.atMost('… memory of the scoring process', all.peakMb, 500, ' MB')

  await addPrices(pool, { symbols, upTo: last, from: last })
  await pool.query('update market_series set to_day = $1', [last])
  const start = performance.now()
  await sweepScores({
    db: database.db,
    clock: clockAt(last),
    market: { ...simulatedMarket(), name: 'massive', isSample: false },
  })
  const sweepMs = performance.now() - start
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from record_scores where status = 'open'`,
  )
  const next = await score(databaseUrl, settled(last))
  report.note(`one new close: what is due after ${(sweepMs / 1000).toFixed(1)} s, ${figures(next)}`)
  report.atMost(`a new close for ${rows[0]?.n} open positions`, (sweepMs + next.scoredMs) / 1000, 60, ' s')
  report.atMost('… memory of the scoring process', next.peakMb, 500, ' MB')
  await database.close()
}

const figures = ({ scoredMs, recordMs, peakMb, cpuMs }: ScoringReport) =>
  `scores after ${(scoredMs / 1000).toFixed(1)} s, an author's record in ${recordMs.toFixed(0)} ms, ` +
  `${(cpuMs / 1000).toFixed(1)} s of CPU, ${peakMb.toFixed(0)} MB`

async function score(databaseUrl: string, at: Date): Promise<ScoringReport> {
  const args = [...process.execArgv, 'tools/bench/scoring-process.ts', databaseUrl, at.toISOString()]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`scoring ended with ${code}`)
  return JSON.parse(printed) as ScoringReport
}
