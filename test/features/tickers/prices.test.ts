// The prices of a ticker: which closes a period has, a signal's entry, and returns with dividends beside SPY's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { renameTicker } from '#server/market/share-events.ts'
import { type PricePeriod, tickers } from '#shared/contracts/tickers.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

/** A Monday morning in New York, in the week of Thanksgiving. The last close is that of Friday the 20th. */
let now = '2026-11-23T15:00:00Z'
let server: TestServer
let rosa: Browser
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => new Date(now) } })
  await buildPeople(server.deps, { rosa: member() })
  rosa = await server.signIn('rosa')
})
afterAll(() => server.stop())

const read = (ticker: string, query: { period?: PricePeriod; postedAt?: string } = {}) =>
  rosa.call(tickers.prices, { params: { ticker }, query })
/** The close that a signal posted then is entered at, and the day of its first point. */
async function entryOf(postedAt: string) {
  const { entryAt, points } = await read('NVDA', { postedAt })
  return [entryAt?.toISOString(), points[0]?.day]
}

test('a ticker comes with its name, its last close and that day’s return, marked as a sample', async () => {
  const prices = await read('nvda')
  expect(prices).toMatchObject({
    ticker: 'NVDA',
    name: 'NVIDIA',
    currency: 'USD',
    isSample: true,
    isFetching: false,
    entryAt: null,
  })
  const [before, last] = prices.points.slice(-2)
  expect(prices.latest).toEqual({
    day: '2026-11-20',
    close: last?.close,
    change: expect.closeTo((last?.close ?? NaN) / (before?.close ?? NaN) - 1, 5),
  })
})

test('the old symbol of a share leads to its newest one', async () => {
  const { db } = server.deps
  expect(await read('META')).toMatchObject({ renamed: null })
  await renameTicker(db, { old: 'FB', symbol: 'META', day: '2022-06-09' }, new Date(now))
  expect(await read('FB')).toMatchObject({ renamed: { ticker: 'META', since: '2022-06-09' } })
  expect(await read('META')).toMatchObject({ renamed: null })
})

describe('A period starts with the last close on its first day or before', () => {
  test.each([
    // October 20 was a Tuesday, and May 20 a Wednesday.
    ['1M', '2026-10-20', 24],
    ['6M', '2026-05-20', 129],
    ['1Y', '2025-11-20', 252],
  ] as const)('%s', async (period, first, closes) => {
    const { points, tradingDays } = await read('NVDA', { period })
    expect(points[0]).toMatchObject({ day: first, own: 0, benchmark: 0 })
    expect(points).toHaveLength(closes)
    expect(tradingDays).toBe(closes - 1)
  })

  test('“everything” is ten years: one close a week, and each of the last 370 days', async () => {
    const { points } = await read('NVDA', { period: 'All' })
    expect(points[0]?.day).toBe('2016-01-04')
    expect(points.length).toBeGreaterThan(800)
    expect(points.length).toBeLessThan(900)
    const fridays = points.slice(1, 6).map(({ day }) => new Date(day).getUTCDay())
    expect(fridays).toEqual([5, 5, 5, 5, 5])
    expect(points.at(-1)?.day).toBe('2026-11-20')
  })
})

describe('A signal is entered at the first close at least ten minutes after the post', () => {
  test.each([
    ['in the morning', '2026-11-19T15:00:00Z', '2026-11-19T21:00:00.000Z', '2026-11-19'],
    ['ten minutes before the close', '2026-11-19T20:50:00Z', '2026-11-19T21:00:00.000Z', '2026-11-19'],
    ['a moment later', '2026-11-19T20:50:00.001Z', '2026-11-20T21:00:00.000Z', '2026-11-20'],
    ['in summer', '2026-07-10T19:50:00Z', '2026-07-10T20:00:00.000Z', '2026-07-10'],
    ['at a weekend', '2026-11-14T12:00:00Z', '2026-11-16T21:00:00.000Z', '2026-11-16'],
    ['on a day that ends early', '2025-11-28T17:50:00Z', '2025-11-28T18:00:00.000Z', '2025-11-28'],
    ['after an early end', '2025-11-28T17:51:00Z', '2025-12-01T21:00:00.000Z', '2025-12-01'],
  ])('%s', async (_when, postedAt, entryAt, first) => {
    expect(await entryOf(postedAt)).toEqual([entryAt, first])
  })

  test('before that close there is no point', async () => {
    expect(await entryOf('2026-11-20T20:51:00Z')).toEqual(['2026-11-23T21:00:00.000Z', undefined])
    // As if posted now.
    expect(await entryOf('9999-12-31T23:59:59Z')).toEqual(['2026-11-23T21:00:00.000Z', undefined])
    now = '2026-11-23T21:00:00Z'
    expect(await entryOf('2026-11-20T20:51:00Z')).toEqual(['2026-11-23T21:00:00.000Z', '2026-11-23'])
  })
})

test('a post from before the first price is entered at the first price', async () => {
  const { points } = await read('NVDA', { postedAt: '0001-01-01T00:00:00Z' })
  expect(points[0]).toMatchObject({ day: '2016-01-04', own: 0 })
})

test('SPY isn’t compared with itself', async () => {
  const { points } = await read('SPY', { period: '1M' })
  expect(points.length).toBeGreaterThan(20)
  expect(points.map(({ benchmark }) => benchmark)).toEqual(points.map(() => null))
})

test.each(['ZZZZQ', 'GC=F', 'MAYA-1', 'A/B'])(
  'there are no prices for $%s, and the answer says so',
  async (ticker) => {
    expect(await read(ticker)).toMatchObject({ latest: null, points: [], isFetching: false })
  },
)

test('anything but a ticker, a period or an instant is refused', async () => {
  for (const path of ['a%20b/prices', 'NVDA/prices?period=2Y', 'NVDA/prices?postedAt=yesterday'])
    expect((await rosa.send('GET', `/api/tickers/${path}`)).status).toBe(400)
})

test('prices that haven’t changed aren’t sent again', async () => {
  const first = await rosa.fetch('/api/tickers/NVDA/prices')
  const etag = first.headers.get('etag') ?? ''
  await first.text()
  const again = await rosa.fetch('/api/tickers/NVDA/prices', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})
