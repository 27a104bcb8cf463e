// A provider's later corrections replace the stored data, over the wires of both providers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { fetchMissing } from '#server/market/fetch-missing.ts'
import type { Series } from '#server/market/series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { asOwner } from '#test/database.ts'
import { type MarketSandbox, openMarketSandbox, plain } from './market-sandbox.ts'

let place: MarketSandbox
beforeAll(async () => void (place = await openMarketSandbox()))
afterAll(() => place.stop())
beforeEach(async () => {
  place.sandbox.set({})
  await asOwner(place.database, 'truncate market_series, market_closes, market_splits, market_dividends')
})

/** Everything that the series lacks at that moment. */
const fetchAt = async (now: string, which: 'massive' | 'alpaca', series: Series, from = '2025-01-02') =>
  await fetchMissing(
    { db: place.db, clock: { ...systemClock, now: () => new Date(now) }, market: place.market(which) },
    async () => [{ ...series, from }],
  )
const correctedOf = async (kind: Series['kind'], symbol: string) => {
  const row = await place.db
    .selectFrom('marketSeries')
    .select((eb) => ['correctedAt', eb.cast<string | null>('correctedFrom', 'text').as('from')])
    .where('kind', '=', kind)
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  return [row.correctedAt?.toISOString() ?? null, row.from]
}
const [TUESDAY, WEDNESDAY] = ['2025-06-10T15:00:00Z', '2025-06-11T15:00:00Z']

test.each(['massive', 'alpaca'] as const)(
  'a close that %s corrects within five weeks replaces the stored one, at the cost of no call',
  async (which) => {
    const series = { kind: 'closes', symbol: 'ACME' } as const
    await fetchAt(TUESDAY, which, series)
    const before = await storedMarket(place.db).closes('ACME', '2025-01-02', '2025-12-31')
    expect(before.at(-1)).toMatchObject({ day: '2025-06-09' })
    expect(before.at(-1)?.volume?.toNumber()).toBe(1_000_000)
    expect(await correctedOf('closes', 'ACME')).toEqual([null, null])

    place.sandbox.set({ corrected: { closes: { 'ACME 2025-05-20': 44.44, 'ACME 2025-03-20': 33.33 } } })
    const calls = place.sandbox.calls.length
    await fetchAt(WEDNESDAY, which, series)
    expect(place.sandbox.calls.length).toBe(calls + 1)
    const after = plain(await storedMarket(place.db).closes('ACME', '2025-01-02', '2025-06-09'))
    expect(after).toEqual(plain(before).map(([day, close]) => [day, day === '2025-05-20' ? 44.44 : close]))
    expect(await correctedOf('closes', 'ACME')).toEqual([new Date(WEDNESDAY).toISOString(), '2025-05-20'])
  },
)

test('a dividend of any age is corrected, and an answer without dividends removes none', async () => {
  const series = { kind: 'dividends', symbol: 'DIVI' } as const
  const stored = async () =>
    ((await storedMarket(place.db).dividends('DIVI', '2025-01-01', '2026-12-31')) ?? []).map(
      ({ day, amount }) => [day, amount.toNumber()],
    )
  await fetchAt('2026-02-10T15:00:00Z', 'massive', series)
  expect(await stored()).toEqual([
    ['2025-03-14', 0.5],
    ['2025-09-12', 0.5],
  ])
  place.sandbox.set({ corrected: { dividends: { 'DIVI 2025-03-14': 0.05 } } })
  await fetchAt('2026-02-11T15:00:00Z', 'massive', series)
  expect(await stored()).toEqual([
    ['2025-03-14', 0.05],
    ['2025-09-12', 0.5],
  ])
  expect((await correctedOf('dividends', 'DIVI'))[1]).toBe('2025-03-14')
  place.sandbox.set({ hasDividends: false })
  await fetchAt('2026-02-12T15:00:00Z', 'massive', series)
  await asOwner(place.database, 'update market_series set is_included = true')
  expect(await stored()).toHaveLength(2)
})

test('a split in another ratio is corrected', async () => {
  const series = { kind: 'splits', symbol: 'BOLT' } as const
  await fetchAt('2025-06-20T15:00:00Z', 'alpaca', series)
  await asOwner(place.database, 'update market_splits set ratio = 5')
  await fetchAt('2025-06-24T15:00:00Z', 'alpaca', series)
  const splits = await storedMarket(place.db).splits('BOLT', '2025-01-01', '2025-12-31')
  expect(splits.map(({ day, ratio }) => [day, ratio.toNumber()])).toEqual([['2025-06-10', 4]])
  expect((await correctedOf('splits', 'BOLT'))[1]).toBe('2025-06-10')
})

test.each(['massive', 'alpaca'] as const)(
  'a split that %s had on another day moves to the right one',
  async (which) => {
    const series = { kind: 'splits', symbol: 'BOLT' } as const
    await fetchAt('2025-06-20T15:00:00Z', which, series)
    await asOwner(place.database, "update market_splits set day = '2025-06-12'")
    await fetchAt('2025-06-24T15:00:00Z', which, series)
    const splits = await storedMarket(place.db).splits('BOLT', '2025-01-01', '2025-12-31')
    expect(splits.map(({ day, ratio }) => [day, ratio.toNumber()])).toEqual([['2025-06-10', 4]])
    // The correction counts from the earlier of the two days on.
    expect((await correctedOf('splits', 'BOLT'))[1]).toBe('2025-06-10')
  },
)

test('a split that two providers have on different days stays where it was first', async () => {
  const series = { kind: 'splits', symbol: 'BOLT' } as const
  await fetchAt('2025-06-20T15:00:00Z', 'massive', series)
  await asOwner(place.database, "update market_splits set day = '2025-06-12'")
  await fetchAt('2025-06-24T15:00:00Z', 'alpaca', series)
  const splits = await storedMarket(place.db).splits('BOLT', '2025-01-01', '2025-12-31')
  expect(splits.map(({ day }) => day)).toEqual(['2025-06-12'])
})
