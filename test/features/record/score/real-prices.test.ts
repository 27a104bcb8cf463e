// Scores from a market data provider: prices, splits and dividends are fetched first, and a failing symbol doesn't hold up the others.
import { afterEach, expect, test } from 'vitest'
import { listenMarket } from '#tools/sandbox/market/listen.ts'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { systemClock } from '#server/clock.ts'
import { scores } from '#shared/contracts/scores.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { outcomesOf, server } from './scored-server.ts'

/** A Tuesday morning in New York: the last close is that of Monday the 9th. */
const NOW = Date.parse('2026-02-10T15:00:00Z')
const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

const buy = (ticker: string, day: string) => ({
  content: ticker,
  tickers: [ticker],
  timeHorizon: 'days' as const,
  hoursAgo: (NOW - Date.parse(`${day}T15:00:00Z`)) / 3_600_000,
})

test('Ada’s signals are scored from fetched closes, splits and dividends', async () => {
  const standIn = await listenMarket()
  cleanUp.push(() => standIn.close())
  const startMs = Date.now()
  const one = await server({
    settings: { MASSIVE_API_KEY: 'good' },
    clock: { ...systemClock, now: () => new Date(NOW + Date.now() - startMs) },
    markets: { massiveUrl: standIn.url, callsAMinute: 60_000 },
  })
  await one.deps.db
    .insertInto('marketInstruments')
    .values(
      ['BOLT', 'DIVI', 'GONE', 'DOWN', 'NEVER', 'LATE'].map((symbol) => ({
        symbol,
        name: symbol,
        source: 'massive',
        fetchedAt: new Date(NOW),
      })),
    )
    .execute()
  await buildPeople(one.deps, {
    ada: creator({
      signals: [
        buy('BOLT', '2025-06-06'),
        buy('GONE', '2025-04-29'),
        buy('DOWN', '2025-06-06'),
        buy('NOSUCH', '2025-06-06'),
        buy('NEVER', '2025-06-06'),
        buy('LATE', '2025-06-06'),
        { ...buy('DIVI', '2025-01-06'), timeHorizon: 'years' },
      ],
    }),
  })
  const ids = async () => {
    const rows = await one.deps.db.selectFrom('signals').select(['id', 'content']).execute()
    return Object.fromEntries(rows.map(({ id, content }) => [content, id]))
  }
  const outcome = async (ticker: string) => (await outcomesOf(one.visitor(), [(await ids())[ticker]]))[0]
  const returnOf = async (ticker: string) => (await outcome(ticker))?.return ?? null
  for (const ticker of ['BOLT', 'GONE', 'DIVI']) await expect.poll(() => returnOf(ticker)).not.toBeNull()

  // Entered on Friday the 6th, split four for one on the 10th, left after five exchange days.
  const [entry, exit] = [closeOn('BOLT', '2025-06-06') ?? 0, closeOn('BOLT', '2025-06-13') ?? 0]
  const bolt = await outcome('BOLT')
  expect(bolt).toMatchObject({ sample: false, status: 'closed', parts: [{ exitDay: '2025-06-13' }] })
  expect(Number(bolt?.return)).toBeCloseTo((4 * exit) / entry - 1, 7)
  expect(Number(bolt?.parts[0]?.entryClose)).toBeCloseTo(entry, 6)

  expect(await outcome('GONE')).toMatchObject({ parts: [{ exitReason: 'stopped-trading' }] })
  expect(await outcome('DOWN')).toMatchObject({ status: 'pending', return: null })
  expect(await outcome('NOSUCH')).toMatchObject({ status: 'unscored' })
  // One that is listed and never traded, and one that traded only three months later.
  for (const ticker of ['NEVER', 'LATE'])
    await expect
      .poll(() => outcome(ticker))
      .toMatchObject({ status: 'unscored', reason: 'no_prices', return: null })

  const divi = await one.visitor().call(scores.signal, { params: { id: (await ids())['DIVI'] ?? '' } })
  const [part] = divi.parts
  expect(part?.days.filter(({ dividend }) => dividend !== '0').map(({ dividend }) => dividend)).toEqual([
    '0.5',
    '0.5',
  ])
  let worth = 1
  let before = closeOn('DIVI', '2025-01-06') ?? 0
  for (const { close, dividend } of part?.days ?? []) {
    worth *= (Number(close) + Number(dividend)) / before
    before = Number(close)
  }
  expect(Number(part?.return)).toBeCloseTo(worth - 1, 7)
})
