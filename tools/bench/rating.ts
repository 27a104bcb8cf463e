// One close with many authors: their open positions are scored, the records of active ones counted and rated, and the board ordered.
//   npm run bench rating -- --authors=1000000 --active=105000 --symbols=5000 --before=<an older checkout>
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { closeOf, exchangeDays, lastClosedDay } from '#engine/market/exchange-days.ts'
import { monthEnds } from '#engine/rating/likely-skill.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabaseForJobs } from '#server/db/open.ts'
import { openLog } from '#server/log.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { addPeople } from './population.ts'
import type { Bench } from './product.ts'
import { addRatedAuthors, addRatings, openPositions, type RatedSize } from './rated-population.ts'
import type { RatingReport } from './rating-process.ts'
import { report } from './report.ts'
import { addPrices } from './scored-population.ts'
import type { ScoringReport } from './scoring-process.ts'

const FULL: RatedSize = { authors: 1_000_000, active: 105_000, symbols: 5000 }
/** The time after a close until it is final. */
const SETTLED_MS = 13 * 3_600_000
const PROCESS = 'tools/bench/rating-process.ts'

type Options = { [Key in keyof RatedSize | 'before']?: string | undefined }

/** `people`: how many there are already. */
export async function benchRating(
  { databaseUrl, pool }: Bench,
  options: Options,
  people: number,
): Promise<void> {
  const [authors, active, symbols] = (['authors', 'active', 'symbols'] as const).map((key) =>
    Number(options[key] ?? FULL[key]),
  ) as [number, number, number]
  const size = { authors, active, symbols }
  const { before, last, week } = lastWeeks()
  await addPrices(pool, { symbols, upTo: before })
  if (active > people) await addPeople(pool, people, active, 'x')
  await addRatedAuthors(pool, size, before)
  const sweptOn = async (day: string) => void (await pool.query('update record_scoring set day = $1', [day]))
  const settled = (day: string) => new Date(closeOf(day).getTime() + SETTLED_MS).toISOString()
  // The previous close, unmeasured: it stores all prices from which the positions are scored.
  await addRatings(pool, size, { weekEnd: before, decided: monthEnds('2020-01-01', last).at(-1) ?? last })
  await sweptOn('2020-01-01')
  await sweep(databaseUrl, settled(before))
  await run<ScoringReport>('tools/bench/scoring-process.ts', [databaseUrl, settled(before), 'all'])
  await addPrices(pool, { symbols, upTo: last, from: week })
  await pool.query('update market_series set to_day = $1', [last])
  const decided = monthEnds('2020-01-01', last).at(-1) ?? last
  const ratings = { weekEnd: before, decided }
  await addRatings(pool, size, ratings)
  await pool.query('analyze')
  report.note(
    `${authors} authors, ${active} of them active with ${openPositions(size)} open positions in ${symbols} symbols`,
  )
  const at = settled(last)

  if (options.before !== undefined) {
    await copyFile(PROCESS, join(options.before, PROCESS))
    const old = await run<RatingReport>(PROCESS, [databaseUrl, at], options.before)
    report.note(`rating before: ${rated(old, authors)}`)
    await addRatings(pool, size, ratings)
  }
  await sweptOn(last)
  const alone = await run<RatingReport>(PROCESS, [databaseUrl, at])
  report.note(`rating: ${rated(alone, authors)}`)
  report.atMost('… memory of the rating process', alone.peakMb, 500, ' MB')

  await addRatings(pool, size, ratings)
  await sweptOn(before)
  const sweepMs = await sweep(databaseUrl, at)
  const close = await run<ScoringReport>('tools/bench/scoring-process.ts', [databaseUrl, at, 'all'])
  report.note(
    `one close: due after ${(sweepMs / 1000).toFixed(1)} s, scored after ${(close.scoredMs / 1000).toFixed(1)} s, ` +
      `${(close.cpuMs / 1000).toFixed(0)} s of CPU, load ${loadavg()[0]?.toFixed(1)}`,
  )
  report.atMost(
    `a new close for ${openPositions(size)} open positions`,
    (sweepMs + close.scoredMs) / 1000,
    40,
    ' s',
  )
  report.atMost(`one close for ${authors} authors`, (sweepMs + close.totalMs) / 60_000, 10, ' min')
  report.atMost('… memory of the scoring process', close.peakMb, 500, ' MB')
}

/** Finds what a close makes due. Returns how long it took. */
async function sweep(databaseUrl: string, at: string): Promise<number> {
  const database = openDatabaseForJobs(databaseUrl, openLog('warn'), { queryMs: 600_000 })
  const start = performance.now()
  await sweepScores({
    db: database.db,
    clock: { ...systemClock, now: () => new Date(at) },
    market: { ...simulatedMarket(), name: 'massive', isSample: false },
  })
  const ms = performance.now() - start
  await database.close()
  return ms
}

/** The last whole week whose closes are final, its first day, and the last day of the week before. */
function lastWeeks(): { before: string; last: string; week: string } {
  const days = exchangeDays('2020-01-01', lastClosedDay(new Date(Date.now() - SETTLED_MS)))
  const { weekStarts } = tradingDays(days.map((day) => [day, closeOf(day).toISOString()]))
  const [start = 0, end = 0] = weekStarts.slice(-3)
  return { before: days[start - 1] ?? '', last: days[end - 1] ?? '', week: days[start] ?? '' }
}

const rated = ({ ms, cpuMs, peakMb }: RatingReport, authors: number) =>
  `${(ms / 1000).toFixed(1)} s, ${((1000 * ms) / authors).toFixed(0)} µs an author, ${(cpuMs / 1000).toFixed(1)} s of CPU, ` +
  `${peakMb.toFixed(0)} MB, load ${loadavg()[0]?.toFixed(1)}`

async function run<Report>(file: string, args: readonly string[], cwd = process.cwd()): Promise<Report> {
  const child = spawn(process.execPath, [...process.execArgv, file, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return JSON.parse(printed) as Report
}
