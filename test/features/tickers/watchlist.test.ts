// The watch list: adding and removing tickers, their last closes and the signals of the week.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { WATCHLIST_MAX } from '#shared/limits.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let nowMs = Date.parse('2026-11-23T15:00:00Z')
let server: TestServer
let [rosa, omar]: Browser[] = []
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => new Date((nowMs += 1)) } })
  await buildPeople(server.deps, {
    maya: creator({
      signals: [
        { content: 'In', tickers: ['ASML'], hoursAgo: 24 * 8 },
        { content: 'More', tickers: ['ASML'], hoursAgo: 24 },
        { content: 'For subscribers', tickers: ['ASML'], isPremium: true, hoursAgo: 2 },
      ],
    }),
    rosa: member(),
    omar: member(),
  })
  ;[rosa, omar] = [await server.signIn('rosa'), await server.signIn('omar')]
})
afterAll(() => server.stop())

const watch = async (ticker: string) => rosa?.call(watchlist.add, { params: { ticker } })
const unwatch = async (ticker: string) => rosa?.call(watchlist.remove, { params: { ticker } })
const watchedBy = async (browser: Browser | undefined) =>
  (await browser?.call(watchlist.list))?.map(({ ticker }) => ticker)

test('the newest ticker comes first, adding twice counts once, and lists are personal', async () => {
  expect(await watch('asml')).toEqual({ isWatched: true })
  await watch('SPY')
  await watch('ASML')
  expect(await watchedBy(rosa)).toEqual(['SPY', 'ASML'])
  expect(await watchedBy(omar)).toEqual([])
})

test('a row has the ticker’s name, the last close of its page, and the readable signals of the week', async () => {
  const { latest } = (await rosa?.call(tickers.prices, { params: { ticker: 'ASML' }, query: {} })) ?? {}
  const rows = await rosa?.call(watchlist.list)
  expect(rows?.find(({ ticker }) => ticker === 'ASML')).toEqual({
    ticker: 'ASML',
    name: 'ASML',
    isSample: true,
    isFetching: false,
    latest,
    signalsThisWeek: 1,
  })
  expect(latest?.day).toBe('2026-11-20')
})

test('a ticker without a name or prices can be watched too', async () => {
  await watch('ZZZZ')
  expect((await rosa?.call(watchlist.list))?.[0]).toMatchObject({
    ticker: 'ZZZZ',
    name: null,
    latest: null,
    signalsThisWeek: 0,
  })
})

test('removing can be repeated, and text that isn’t a ticker is refused', async () => {
  expect(await unwatch('ZZZZ')).toEqual({ isWatched: false })
  expect(await unwatch('ZZZZ')).toEqual({ isWatched: false })
  expect(await watchedBy(rosa)).toEqual(['SPY', 'ASML'])
  expect(await rosa?.send('PUT', '/api/watchlist/not%20one')).toMatchObject({ status: 400 })
})

test('a full list says so, and still accepts a ticker that is on it', async () => {
  for (let number = 2; number < WATCHLIST_MAX; number += 1) await watch(`T${number}`)
  expect(await watchedBy(rosa)).toHaveLength(WATCHLIST_MAX)
  expect(await rosa?.send('PUT', '/api/watchlist/NVDA')).toMatchObject({
    status: 409,
    body: { code: 'watchlist_full', message: 'You can watch up to 100 tickers. Remove one first.' },
  })
  expect(await watch('SPY')).toEqual({ isWatched: true })
})
