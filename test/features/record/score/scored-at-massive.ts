// Ada's signals on a server with a provider's prices, from the market sandbox.
import { afterEach } from 'vitest'
import { listenMarket } from '#tools/sandbox/market/listen.ts'
import type { MarketOptions } from '#tools/sandbox/market/requests.ts'
import { systemClock } from '#server/clock.ts'
import { sweepScores } from '#server/features/record/jobs/scoring-jobs.ts'
import { type SignalScore, scores } from '#shared/contracts/scores.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { scored, server } from './scored-server.ts'

/** A Tuesday morning in New York: the last close is that of Monday, June 9. */
export const NOW = Date.parse('2025-06-10T15:00:00Z')
const DAY_MS = 86_400_000
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

/** A signal posted at 10 or 11 AM in New York. */
export const call = (content: string, ticker: string, day: string, more: object = {}) => ({
  content,
  tickers: [ticker],
  timeHorizon: 'years' as const,
  hoursAgo: (NOW - Date.parse(`${day}T15:00:00Z`)) / 3_600_000,
  ...more,
})
type Call = ReturnType<typeof call>

/** Ada's signals on a server with Massive's prices, and a clock that only `pass` moves by days. */
export async function scoredAtMassive(signals: Call[], options: MarketOptions = {}) {
  const standIn = await listenMarket(options)
  cleanUp.push(() => standIn.close())
  const startMs = Date.now()
  const passed = { days: 0 }
  const one = await server({
    settings: { MASSIVE_API_KEY: 'good' },
    clock: { ...systemClock, now: () => new Date(NOW + passed.days * DAY_MS + Date.now() - startMs) },
    markets: { massiveUrl: standIn.url, callsAMinute: 60_000 },
  })
  const symbols = ['ACME', 'GONE', 'THIN', 'BOLT', 'REVR', 'DIVI', 'NEVER']
  const listed = symbols.map((symbol) => ({
    symbol,
    name: symbol,
    source: 'massive',
    fetchedAt: new Date(NOW),
  }))
  await one.deps.db.insertInto('marketInstruments').values(listed).execute()
  await buildPeople(one.deps, { ada: creator({ signals }), bob: member() })
  await scored(one)
  const { pool } = one.deps
  return {
    one,
    pool,
    standIn,
    now: () => one.deps.clock.now(),
    pass: (days: number) => void (passed.days += days),
    sweep: async (days = 0) => {
      passed.days += days
      await sweepScores(one.deps)
      await scored(one)
    },
    part: async (content: string, browser = one.visitor()): Promise<SignalScore['parts'][number]> => {
      const { rows } = await pool.query<{ id: string }>('select id from signals where content = $1', [
        content,
      ])
      const { parts } = await browser.call(scores.signal, { params: { id: rows[0]?.id ?? '' } })
      return parts[0]!
    },
    inputs: async () => (await pool.query('select * from record_inputs order by symbol, day, version')).rows,
  }
}
