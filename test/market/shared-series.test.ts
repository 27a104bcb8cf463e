// With a real market, performance is calculated from its closes, and each series is fetched once for everybody.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { type PortfolioServers, startPortfolioServers } from './portfolio-servers.ts'

const on = (symbol: string, day: string) => closeOn(symbol, day) ?? NaN
const bought = (day: string, symbol: string, shares: number) =>
  `${day},buy,${symbol},${shares},${on(symbol, day)},${(-shares * on(symbol, day)).toFixed(2)},,USD`
/** Before and after the split of BOLT, which the broker's file doesn't list. */
const HISTORY = [
  '2025-01-06,deposit,,,,10000,,USD',
  bought('2025-01-06', 'ACME', 20),
  bought('2025-01-07', 'BOLT', 10),
]
const worthOn = (day: string) =>
  10_000 -
  20 * on('ACME', '2025-01-06') -
  10 * on('BOLT', '2025-01-07') +
  20 * on('ACME', day) +
  40 * on('BOLT', day)

describe.each([
  ['Massive', { MASSIVE_API_KEY: 'good' }, ['dividends SPY']],
  ['Alpaca', { ALPACA_KEY_ID: 'good', ALPACA_SECRET_KEY: 'good' }, []],
])('%s', (_name, settings, more) => {
  let place: PortfolioServers
  beforeAll(async () => void (place = await startPortfolioServers(settings)))
  afterAll(() => place.stop())
  const EVERYTHING = [
    'actions ACME',
    'actions BOLT',
    'adjusted SPY',
    ...more,
    'closes ACME',
    'closes BOLT',
    'splits ACME',
    'splits BOLT',
  ].toSorted()

  test('the first portfolio is computed from real closes, including splits the broker left out', async () => {
    await place.importRows('ada', HISTORY)
    const { picture, holdings, isWorking, fault } = await place.overview('ada')
    expect([isWorking, fault]).toEqual([false, null])
    expect(picture).toMatchObject({
      trust: { kind: 'imported' },
      since: '2025-01-06',
      performance: signedPercent(worthOn('2026-02-09') / 10_000 - 1),
    })
    expect(picture?.curve.at(-1)?.day).toBe('2026-02-09')
    expect(picture?.benchmark.performance).toMatch(/^\+\d/)
    const bolt = holdings.find(({ ticker }) => ticker === 'BOLT')
    const since = on('BOLT', '2026-02-09') / (on('BOLT', '2025-01-07') / 4) - 1
    expect(bolt?.percentReturn).toBe(signedPercent(since))
    expect(place.marketCalls().toSorted()).toEqual(EVERYTHING)
  })

  test('the next person, on another server, causes no further requests', async () => {
    await place.importRows('bob', HISTORY)
    expect((await place.overview('bob')).picture?.performance).toBe(
      (await place.overview('ada')).picture?.performance,
    )
    expect(place.marketCalls()).toEqual([])
  })

  test('an older history fetches only the earlier days', async () => {
    await place.importRows('cleo', ['2024-07-01,deposit,,,,10000,,USD', bought('2024-07-01', 'ACME', 1)])
    expect((await place.overview('cleo')).picture?.since).toBe('2024-07-01')
    expect(place.marketCalls().toSorted()).toEqual(
      ['actions ACME', 'adjusted SPY', ...more, 'closes ACME', 'splits ACME'].toSorted(),
    )
    const { query = '', path = '' } =
      place.sandbox.calls.find(
        ({ symbol, ...call }) => /2024-06/.test(`${symbol} ${call.path} ${call.query}`) && symbol === 'ACME',
      ) ?? {}
    expect(`${path} ${query}`).toMatch(/2024-06-17.*2024-12-2/)
  })

  test('the next day fetches each series once, from a few days back', async () => {
    await place.nextDay()
    expect(place.marketCalls().toSorted()).toEqual(EVERYTHING)
    for (const name of ['ada', 'bob', 'cleo'] as const)
      expect((await place.overview(name)).picture?.curve.at(-1)?.day).toBe('2026-02-10')
    expect((await place.overview('ada')).picture?.performance).toBe(
      signedPercent(worthOn('2026-02-10') / 10_000 - 1),
    )
  })

  test('if the provider fails, the last summary stays and the request is retried later', async () => {
    place.sandbox.set({ isDown: true })
    await place.nextDay()
    expect((await place.overview('ada')).picture?.curve.at(-1)?.day).toBe('2026-02-10')
    place.sandbox.set({})
    await place.runScheduledJobs()
    expect((await place.overview('ada')).picture?.curve.at(-1)?.day).toBe('2026-02-11')
  })
})

test('people take turns: one person’s many symbols don’t block another', async () => {
  const place = await startPortfolioServers({ ALPACA_KEY_ID: 'good', ALPACA_SECRET_KEY: 'good' })
  const letters = 'ABCDEFGHIJKLM'.split('')
  const many = letters.map((letter) => `2025-01-06,buy,MANY${letter},1,1,-1,,USD`)
  const deposit = '2025-01-06,deposit,,,,10000,,USD'
  await Promise.all([
    place.importRows('ada', [deposit, ...many]),
    place.importRows('cleo', [deposit, bought('2025-01-06', 'ACME', 1)]),
  ])
  const asked = place.marketCalls()
  expect(asked).toHaveLength(1 + 3 * 13 + 3)
  const [first, last] = [
    asked.findIndex((call) => / ACME/.test(call)),
    asked.findLastIndex((call) => / ACME/.test(call)),
  ]
  // Only a few of the other person's series come between one’s own four.
  expect(last - first).toBeLessThan(10)
  await place.stop()
})
