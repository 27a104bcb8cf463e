// How many signals each person posted about a ticker, as far as the viewer may read them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { systemClock } from '#server/clock.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let [rosa, payer]: Browser[] = []
beforeAll(async () => {
  server = await startServer({ clock: { ...systemClock, now: () => new Date('2026-11-23T15:00:00Z') } })
  await buildPeople(server.deps, {
    maya: creator({
      signals: [
        { content: 'In', signalType: 'buy', tickers: ['ASML'], hoursAgo: 24 * 300 },
        { content: 'More', signalType: 'buy', tickers: ['ASML', 'TSM'], hoursAgo: 24 * 20 },
        { content: 'Out', signalType: 'sell', tickers: ['ASML'], hoursAgo: 24 * 2 },
        { content: 'For subscribers', signalType: 'buy', tickers: ['ASML'], isPremium: true, hoursAgo: 3 },
      ],
    }),
    theo: creator({
      signals: [{ content: 'Expensive', signalType: 'comment', tickers: ['ASML'], hoursAgo: 24 * 2 }],
    }),
    petra: creator({
      isPublic: false,
      signals: [{ content: 'Not for all', signalType: 'buy', tickers: ['ASML'], hoursAgo: 1 }],
    }),
    rosa: member(),
    payer: member({ subscribesTo: ['maya', 'petra'] }),
  })
  ;[rosa, payer] = [await server.signIn('rosa'), await server.signIn('payer')]
})
afterAll(() => server.stop())

const callsOn = async (browser: Browser | undefined, ticker: string, period: '1M' | '1Y' = '1Y') => {
  const calls = await browser?.call(tickers.calls, { params: { ticker }, query: { period } })
  return {
    days: calls?.days.map(({ day, buy, sell, comment }) => [day, buy, sell, comment]),
    callers: calls?.callers.map(({ author, buy, sell, comment, last }) => [
      author.username,
      [buy, sell, comment],
      last.signalType,
    ]),
  }
}

test('days and people are counted, the latest poster first, without what the viewer can’t read', async () => {
  const { days, callers } = await callsOn(rosa, 'asml')
  expect(days).toEqual([
    ['2026-01-27', 1, 0, 0],
    ['2026-11-03', 1, 0, 0],
    ['2026-11-21', 0, 1, 1],
  ])
  expect(callers?.toSorted()).toEqual([
    ['maya', [2, 1, 0], 'sell'],
    ['theo', [0, 0, 1], 'comment'],
  ])
})

test('a subscriber also finds premium signals and private authors', async () => {
  const { callers } = await callsOn(payer, 'ASML')
  expect(callers?.slice(0, 2)).toEqual([
    ['petra', [1, 0, 0], 'buy'],
    ['maya', [3, 1, 0], 'buy'],
  ])
})

test('only signals in the period count', async () => {
  expect((await callsOn(rosa, 'ASML', '1M')).days?.map(([day]) => day)).toEqual(['2026-11-03', '2026-11-21'])
  expect(await callsOn(rosa, 'TSM', '1M')).toMatchObject({ callers: [['maya', [1, 0, 0], 'buy']] })
})

test('a ticker nobody wrote about has no calls, and text that isn’t a ticker is refused', async () => {
  expect(await callsOn(rosa, 'ZZZZ')).toEqual({ days: [], callers: [] })
  expect(await rosa?.send('GET', '/api/tickers/not%20one/calls')).toMatchObject({ status: 400 })
  expect(await rosa?.send('GET', '/api/tickers/ASML/calls?period=2Y')).toMatchObject({ status: 400 })
})

test('for a ticker with more than 500 signals, the newest 500 are counted', async () => {
  await buildPeople(server.deps, {
    robot: creator({
      signals: Array.from({ length: 501 }, (_, index) => ({
        content: `Number ${index}`,
        signalType: 'comment' as const,
        tickers: ['BUSY'],
        hoursAgo: index / 10,
      })),
    }),
  })
  const calls = await rosa?.call(tickers.calls, { params: { ticker: 'BUSY' }, query: {} })
  expect(calls).toMatchObject({ isCapped: true, callers: [{ comment: 500 }] })
  expect((await rosa?.call(tickers.calls, { params: { ticker: 'ASML' }, query: {} }))?.isCapped).toBe(false)
})
