// With both keys, Massive is called first, and Alpaca for what Massive lacks or can't answer now.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeOn } from '#tools/sandbox/market/sample-market.ts'
import { marketWithFallback } from '#server/adapters/market/market-with-fallback.ts'
import { openMarket } from '#server/adapters/market/open.ts'
import { type Market, MarketBusy } from '#server/adapters/market/port.ts'
import { sourceFiles } from '#test/source.ts'
import { log, type MarketSandbox, openMarketSandbox, plain } from './market-sandbox.ts'

let place: MarketSandbox
let both: Market
beforeEach(async () => {
  place = await openMarketSandbox()
  both = place.market('both')
})
afterEach(() => place.stop())

const asked = () => place.sandbox.calls.map(({ wire }) => wire)

test('an answer from Massive is enough', async () => {
  expect(await both.closes('ACME', '2025-07-01', '2025-07-01')).toHaveLength(1)
  expect(await both.splits('BOLT', '2025-06-01', '2025-07-01')).toHaveLength(1)
  expect([both.name, both.isSample, asked()]).toEqual(['massive, alpaca', false, ['massive', 'massive']])
})

test('Alpaca is called if Massive has nothing', async () => {
  expect(await both.closes('NOBODY', '2025-07-01', '2025-07-01')).toEqual([])
  expect(asked()).toEqual(['massive', 'alpaca'])
})

test('Alpaca answers while Massive is rate limited', async () => {
  place.sandbox.set({ callsAMinute: 1 })
  await both.closes('ACME', '2025-07-01', '2025-07-01')
  expect(await both.closes('ACME', '2025-07-02', '2025-07-02')).toHaveLength(1)
  expect(asked()).toEqual(['massive', 'massive', 'alpaca'])
})

test('Alpaca answers if Massive fails, and if both fail the request fails', async () => {
  const broken = place.market('massive', { key: 'wrong' })
  const market = marketWithFallback(broken, place.market('alpaca'), log)
  expect(await market.closes('ACME', '2025-07-01', '2025-07-01')).toHaveLength(1)
  await expect(both.closes('DOWN', '2025-07-01', '2025-07-01')).rejects.toThrow('Alpaca failed: status 500')
})

test('the shorter wait counts if both are busy', async () => {
  const busy = (ms: number): Market => {
    const refuse = () => Promise.reject(new MarketBusy(ms))
    const market = place.market('massive')
    return {
      ...market,
      closes: refuse,
      adjustedCloses: refuse,
      splits: refuse,
      dividends: refuse,
      rates: refuse,
    }
  }
  for (const [one, other] of [
    [5000, 9000],
    [9000, 5000],
  ] as const)
    await expect(
      marketWithFallback(busy(one), busy(other), log).splits('ACME', '', ''),
    ).rejects.toMatchObject({
      retryAfterMs: 5000,
    })
})

test('Alpaca adds the days before Massive’s history, each once', async () => {
  const massive = place.market('massive')
  const short: Market = {
    ...massive,
    closes: async (symbol, from, to) =>
      (await massive.closes(symbol, from, to)).filter(({ day }) => day >= '2025-06-10'),
    adjustedCloses: async (symbol, from, to) =>
      (await massive.adjustedCloses(symbol, from, to)).filter(({ day }) => day >= '2025-06-10'),
  }
  const market = marketWithFallback(short, place.market('alpaca'), log)
  const bars = plain(await market.closes('BOLT', '2025-05-01', '2025-07-01'))
  const days = bars.map(([day]) => day)
  expect([days[0], days.at(-1), new Set(days).size]).toEqual(['2025-05-01', '2025-07-01', days.length])
  expect(bars).toEqual(days.map((day) => [day, closeOn('BOLT', day)]))
  // Adjusted closes all come from the provider that goes back further.
  expect((await market.adjustedCloses('SPY', '2025-05-01', '2025-07-01'))[0]?.day).toBe('2025-05-01')
})

test('dividends outside one plan come from the other, and are unknown only if both lack them', async () => {
  const none = { ...place.market('massive'), dividends: async () => null }
  const other = place.market('alpaca')
  expect(
    await marketWithFallback(none, other, log).dividends('DIVI', '2025-01-01', '2025-12-31'),
  ).toHaveLength(2)
  expect(await marketWithFallback(none, other, log).dividends('ACME', '2025-01-01', '2025-12-31')).toEqual([])
  expect(await marketWithFallback(none, none, log).dividends('DIVI', '2025-01-01', '2025-12-31')).toBeNull()
})

test('corporate actions of both count, each once, and those of one if the other fails', async () => {
  const symbolsOf = async (market: Market, symbol: string) =>
    (await market.corporateActions(symbol, '2025-01-01', '2025-12-31'))?.map((one) => [one.kind, one.symbol])
  expect(await symbolsOf(both, 'OLDN')).toEqual([['rename', 'OLDN']])
  expect(await symbolsOf(both, 'STOKM')).toEqual([['merger', 'STOKM']])
  const broken = { ...place.market('massive'), corporateActions: () => Promise.reject(new Error('down')) }
  const [massive, alpaca] = [place.market('massive'), place.market('alpaca')]
  expect(await symbolsOf(marketWithFallback(broken, alpaca, log), 'PRNT')).toEqual([['spin_off', 'PRNT']])
  expect(await symbolsOf(marketWithFallback(massive, broken, log), 'OLDN')).toEqual([['rename', 'OLDN']])
  await expect(symbolsOf(marketWithFallback(broken, broken, log), 'OLDN')).rejects.toThrow('down')
})

test('an SDK is loaded only when its provider is called', () => {
  const sdks = ['@massive.com/client-js', '@alpacahq/alpaca-trade-api']
  const loads = sourceFiles().flatMap(({ imports }) =>
    imports.filter(({ to, isType }) => sdks.includes(to) && !isType),
  )
  expect(loads.map(({ to, isLazy }) => [to, isLazy]).toSorted()).toEqual(
    sdks.toSorted().map((to) => [to, true]),
  )
})

test('without any key, sample prices are used', () => {
  const config = { market: { massiveKey: undefined, alpaca: undefined } }
  expect(openMarket({ config, db: place.db, log })).toMatchObject({ name: 'simulated', isSample: true })
})
