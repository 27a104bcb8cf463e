// Scoring outside the server's own thread: killed at any moment, it resumes where it was.
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ScoringInput } from '#server/features/record/jobs/score-in-thread.ts'
import { requestScoring } from '#server/features/record/jobs/scoring-jobs.ts'
import { runInThread, threadsRunning } from '#server/worker-thread.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { settableClock } from '#test/settable-clock.ts'
import { daysAgo, scored, server } from './scored-server.ts'

const THREAD = join(import.meta.dirname, '../../../../server/features/record/jobs/score-thread.ts')
const TICKERS = ['NVDA', 'AMD', 'MSFT', 'AAPL', 'TSLA', 'META', 'AMZN', 'NFLX', 'INTC', 'ORCL', 'IBM', 'CRM']

test('killed at any moment, scoring loses nothing and counts nothing twice', async () => {
  const clock = settableClock()
  const one = await server({ clock })
  await buildPeople(one.deps, {
    ada: creator({
      signals: TICKERS.map((ticker, i) => ({ content: ticker, tickers: [ticker], ...daysAgo(20 + i) })),
    }),
    ben: creator({
      signals: TICKERS.slice(6).map((ticker) => ({
        content: `${ticker} again`,
        tickers: [ticker],
        ...daysAgo(9),
      })),
    }),
  })
  await scored(one)
  expect(threadsRunning()).toBe(0)
  const { pool } = one.deps
  const tables = async () =>
    await Promise.all(
      [
        'record_scores',
        'record_inputs',
        'record_people',
        'record_ratings',
        'record_board',
        'record_market_weeks',
        'record_restatements',
      ].map(async (table) => {
        const { rows } = await pool.query<Record<string, unknown>>(`select * from ${table} order by 1, 2, 3`)
        return rows.map(({ scored_at: _s, computed_at: _c, stored_at: _i, rated_at: _r, ...row }) => row)
      }),
    )
  const expected = await tables()
  const due = async () => {
    const { rows } = await pool.query<{ scores: number; records: number }>(
      'select (select count(*) from record_due)::int as scores, (select count(*) from record_rankings_due)::int as records',
    )
    return rows[0] ?? { scores: 0, records: 0 }
  }
  /** Waits until the database has ended what a killed thread was doing. */
  const killedEnded = () =>
    vi.waitUntil(
      async () => {
        const { rows } = await pool.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
        )
        return rows[0]?.n === 0
      },
      { timeout: WAIT_TIMEOUT_MS },
    )
  await pool.query(`update record_scores set trading_days = 999, last_close = 1 where entry_day is not null;
    delete from record_ratings; delete from record_board; delete from record_market_weeks;
    insert into record_due (ticker, author, since) select ticker, author, now() from record_scores`)

  const data: ScoringInput = {
    at: clock.now(),
    market: { name: 'simulated', isSample: true },
    databaseUrl: one.database.url,
    logLevel: 'silent',
    sliceMs: 60_000,
  }
  const killed: number[] = []
  // However slow the machine is, the last run has the time that it needs.
  for (let ms = 20, isDone = false; !isDone; ms *= 1.3) {
    const signal = AbortSignal.timeout(Math.round(ms))
    isDone = await runInThread(THREAD, { data, maxMb: 400, maxMs: 60_000, signal }).then(
      (result) => result === true,
      (error: unknown) => {
        if (error !== signal.reason) throw error
        return false
      },
    )
    await killedEnded()
    const { scores, records } = await due()
    if (isDone) expect({ scores, records }).toEqual({ scores: 0, records: 0 })
    else killed.push(scores)
  }
  expect(killed.length).toBeGreaterThan(0)
  expect(threadsRunning()).toBe(0)
  await requestScoring(one.deps)
  await scored(one)
  expect(await tables()).toEqual(expected)
})
