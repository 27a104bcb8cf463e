// The prices of a ticker with a real provider: they are fetched when somebody asks, once for everybody.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { sweepInstruments } from '#server/market/fetch-instruments.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { type RealMarketServer, startRealMarketServer } from '#test/real-market-server.ts'
import type { Browser } from '#test/server.ts'

let server: RealMarketServer
let rosa: Browser
beforeAll(async () => {
  server = await startRealMarketServer()
  await buildPeople(server.deps, { rosa: member() })
  rosa = await server.signIn('rosa')
  await sweepInstruments(server.deps)
  await server.jobsDone()
})
afterAll(() => server.stop())

const read = (ticker: string, period: '1M' | '1Y' | 'All' = 'All') =>
  rosa.call(tickers.prices, { params: { ticker }, query: { period } })
/** How many requests about a ticker the provider got. */
const asked = (ticker: string) => server.standIn.calls.filter(({ symbol }) => symbol === ticker).length

test('prices that aren’t stored are fetched, and the reply says so, so that the page asks again', async () => {
  const first = await read('BOLT')
  expect(first).toMatchObject({ name: 'Bolt Motors Inc.', isSample: false, isFetching: true })
  expect(first).toMatchObject({ latest: null, points: [] })
  await server.jobsDone()
  const { isFetching, latest, points } = await read('BOLT')
  expect(isFetching).toBe(false)
  expect(latest).toMatchObject({ day: '2026-02-09', close: closeOn('BOLT', '2026-02-09') })
  // The sandbox's shares begin in 2024. One share from then is four shares now, and the split is not a gain.
  expect(points[0]).toMatchObject({ day: '2024-01-02', own: 0, benchmark: 0 })
  const [start, end] = [points[0]?.close ?? NaN, latest?.close ?? NaN]
  expect(start).toBeCloseTo((closeOn('BOLT', '2024-01-02') ?? NaN) / 4, 3)
  expect(points.at(-1)?.own).toBeCloseTo(end / start - 1, 3)
})

test('a watch list fetches the prices that it lacks, and then has the close of the ticker’s page', async () => {
  for (const ticker of ['BOLT', 'REVR', 'ZZZZ']) await rosa.call(watchlist.add, { params: { ticker } })
  const fetching = (await rosa.call(watchlist.list)).map(({ ticker, isFetching }) => [ticker, isFetching])
  expect(fetching.toSorted()).toEqual([
    ['BOLT', false],
    ['REVR', true],
    ['ZZZZ', false],
  ])
  await server.jobsDone()
  for (const { ticker, isFetching, latest } of await rosa.call(watchlist.list)) {
    expect(isFetching).toBe(false)
    expect(latest).toEqual((await read(ticker, '1M')).latest)
    expect(latest === null).toBe(ticker === 'ZZZZ')
  }
})

test('a dividend counts in the return, not in the close', async () => {
  await read('DIVI')
  await server.jobsDone()
  const { points } = await read('DIVI')
  const [first, last] = [points[0], points.at(-1)]
  const priceReturn = (last?.close ?? NaN) / (first?.close ?? NaN) - 1
  expect(first?.close).toBe(closeOn('DIVI', first?.day ?? ''))
  expect(last?.own).toBeGreaterThan(priceReturn + 0.005)
})

test('nothing is fetched twice: not for another period, not for another person, not while a fetch waits', async () => {
  const calls = asked('BOLT')
  expect(calls).toBeGreaterThan(0)
  await read('BOLT', '1M')
  await read('BOLT', 'All')
  await Promise.all([read('ACME'), read('ACME'), read('ACME')])
  await server.jobsDone()
  expect(asked('BOLT')).toBe(calls)
  expect(asked('ACME')).toBe(calls)
})

test('a day later, the page gets the stored prices at once, and the new close is fetched', async () => {
  server.daysPass(1)
  expect(await read('BOLT')).toMatchObject({ isFetching: true, latest: { day: '2026-02-09' } })
  await server.jobsDone()
  expect(await read('BOLT')).toMatchObject({ isFetching: false, latest: { day: '2026-02-10' } })
})

test('while the provider fails, the page and the watch list don’t wait, and later attempts continue', async () => {
  server.daysPass(1)
  const failed = server.deps.db.updateTable('marketSeries').set({ failures: 3 }).where('symbol', '=', 'REVR')
  await failed.execute()
  expect(await read('REVR')).toMatchObject({ isFetching: false, hasFailed: true })
  const row = (await rosa.call(watchlist.list)).find(({ ticker }) => ticker === 'REVR')
  expect(row?.isFetching).toBe(false)
  await server.jobsDone()
  expect(await read('REVR')).toMatchObject({ isFetching: false, hasFailed: false })
})

test('nobody can make the server fetch an unknown symbol', async () => {
  expect(await read('GONE')).toMatchObject({ name: null, isFetching: false, latest: null, points: [] })
  await server.jobsDone()
  expect(asked('GONE')).toBe(0)
})
