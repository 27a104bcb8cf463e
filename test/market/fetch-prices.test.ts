// Price jobs fetch a few series each: what they request, what they store, and when they run again.
import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { fetchPrices } from '#server/features/portfolio/recompute/fetch-prices.ts'
import { requiredSeries } from '#server/features/portfolio/recompute/required-series.ts'
import { storeSeries } from '#server/market/store-series.ts'
import { marketReadiness, rangeToFetch } from '#server/market/series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { type MarketSandbox, openMarketSandbox, plain } from './market-sandbox.ts'

let place: MarketSandbox
beforeAll(async () => void (place = await openMarketSandbox()))
afterAll(() => place.stop())
beforeEach(async () => {
  await asOwner(
    place.database,
    'truncate market_series, market_closes, market_splits, market_adjusted_closes, market_rates, users cascade',
  )
  await sql`delete from graphile_worker._private_jobs`.execute(place.db)
  await sql`update provider_rate_limits set next_at = now()`.execute(place.db)
})

const config = readConfig({ NODE_ENV: 'test', SESSION_SECRET: 'x'.repeat(32) })
const NOW = new Date('2026-02-10T15:00:00Z')
const clock = { ...systemClock, now: () => NOW }

let holders = 0
/** A person who bought these symbols. Resolves with the id. */
async function holder(symbols: string[], currency = 'USD'): Promise<string> {
  const name = `holder${(holders += 1)}`
  const people = await buildPeople({ db: place.db, clock: systemClock, config }, { [name]: member() })
  const id = people[name]?.id ?? ''
  const account = systemClock.newId()
  await sql`insert into portfolio_accounts (id, user_id, source, broker, currency, created_at, updated_at)
    values (${account}, ${id}, 'file', 'B', ${currency}, now(), now())`.execute(place.db)
  for (const symbol of symbols)
    await sql`insert into portfolio_activities (account_id, id, type, day, symbol, quantity, price, cash, fee, currency)
      values (${account}, ${symbol}, 'buy', '2025-07-01', ${symbol}, 1, 1, -1, 0, ${currency})`.execute(
      place.db,
    )
  return id
}
const jobs = async () =>
  (
    await sql<{ task: string; queue: string | null; runAt: Date }>`
      select t.identifier as task, q.queue_name as queue, j.run_at from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`.execute(place.db)
  ).rows
const readiness = async (userId: string, now: Date) =>
  marketReadiness(place.db, await requiredSeries(place.db, userId), now)
const kinds = async (userId: string) =>
  (await readiness(userId, NOW)).missing.map(({ kind, symbol }) => `${kind} ${symbol}`)

test('a job fetches a few series, stores them and enqueues itself again, alone in its queue', async () => {
  const userId = await holder(['ACME', 'BOLT', 'REVR'])
  expect(await kinds(userId)).toHaveLength(10)
  const market = place.market('alpaca')
  await fetchPrices({ db: place.db, clock, market }, userId)
  expect(await kinds(userId)).toEqual([
    'splits BOLT',
    'actions BOLT',
    'closes REVR',
    'splits REVR',
    'actions REVR',
  ])
  expect(await jobs()).toMatchObject([{ task: 'fetch_prices', queue: 'market' }])
  const kept = await storedMarket(place.db).closes('ACME', '2025-01-01', '2026-12-31')
  expect(kept).toEqual(await market.closes('ACME', '2025-06-17', '2026-02-09'))
})

test('the portfolio is recomputed once all data is there', async () => {
  const userId = await holder(['ACME'])
  await fetchPrices({ db: place.db, clock, market: place.market('alpaca') }, userId)
  expect(await jobs()).toMatchObject([{ task: 'recompute_portfolio', queue: null }])
})

test('a busy provider is called again later, and a failed series goes to the end of the queue', async () => {
  const userId = await holder(['ACME'])
  const market = place.market('massive', { callsAMinute: 5 })
  await fetchPrices({ db: place.db, clock, market }, userId)
  expect(await kinds(userId)).toEqual(['splits ACME', 'actions ACME', 'closes ACME'])
  const [job] = await jobs()
  // Two calls were made for the benchmark.
  expect((job?.runAt.getTime() ?? 0) - NOW.getTime()).toBeGreaterThan(20_000)
  expect((job?.runAt.getTime() ?? 0) - NOW.getTime()).toBeLessThanOrEqual(24_000)
})

test('a provider that has only been busy for half an hour counts as failing until it answers', async () => {
  const userId = await holder(['ACME'])
  const busy = place.market('massive', { callsAMinute: 1 / 60 })
  const ask = (minute: number, market = busy) => {
    const later = { ...clock, now: () => new Date(NOW.getTime() + minute * 60_000) }
    return fetchPrices({ db: place.db, clock: later, market }, userId)
  }
  const failing = async (minute: number) =>
    (await readiness(userId, new Date(NOW.getTime() + minute * 60_000))).missing.filter(
      ({ isFailing }) => isFailing,
    ).length
  for (const minute of [0, 10, 20, 29]) await ask(minute)
  expect(await failing(29)).toBe(0)
  await ask(31)
  expect(await failing(31)).toBeGreaterThan(0)
  await ask(32, place.market('alpaca'))
  expect(await kinds(userId)).toEqual([])
  const { rows } = await sql`select kind from market_series where busy_since is not null`.execute(place.db)
  expect(rows).toEqual([])
})

test('the queue retries a failed job, and stored data stays', async () => {
  const userId = await holder(['DOWN'])
  const market = place.market('alpaca')
  await expect(fetchPrices({ db: place.db, clock, market }, userId)).rejects.toThrow(
    'Alpaca failed: status 500',
  )
  expect(await kinds(userId)).toEqual(['splits DOWN', 'actions DOWN', 'closes DOWN'])
  expect(await storedMarket(place.db).adjustedCloses('SPY', '2025-06-17', '2026-02-09')).not.toEqual([])
})

test('two servers that fetch at once store the same', async () => {
  const [one, other] = [await holder(['ACME']), await holder(['ACME'])]
  const market = place.market('alpaca')
  await Promise.all([one, other].map((userId) => fetchPrices({ db: place.db, clock, market }, userId)))
  expect([await kinds(one), await kinds(other)]).toEqual([[], []])
  const { rows } = await sql`select day from market_closes where symbol = 'ACME'`.execute(place.db)
  expect(rows).toHaveLength((await market.closes('ACME', '2025-06-17', '2026-02-09')).length)
})

test('with sample prices nothing is fetched or stored', async () => {
  const userId = await holder(['ACME'])
  const simulated = { ...place.market('alpaca'), isSample: true }
  await fetchPrices({ db: place.db, clock, market: simulated }, userId)
  expect([await jobs(), await kinds(userId)]).toEqual([
    [],
    ['adjusted SPY', 'closes ACME', 'splits ACME', 'actions ACME'],
  ])
})

test('a coin needs closes only, and currencies their rates', async () => {
  expect(await kinds(await holder(['BTC-USD'], 'EUR'))).toEqual([
    'adjusted SPY',
    'rates EUR',
    'closes BTC-USD',
  ])
})

test('a close is final twelve hours after the exchange closes', async () => {
  const userId = await holder(['ACME'])
  const to = async (now: string) => (await readiness(userId, new Date(now))).missing[0]?.range.to
  expect(await to('2026-02-10T08:59:00Z')).toBe('2026-02-06')
  expect(await to('2026-02-10T09:00:00Z')).toBe('2026-02-09')
  // The day after Thanksgiving ends early.
  expect(await to('2026-11-28T06:00:00Z')).toBe('2026-11-27')
})

test.each([
  ['nothing was requested before', 'closes', null, ['2025-01-01', '2025-06-30']],
  ['everything was requested before', 'closes', ['2024-12-01', '2025-07-31'], null],
  ['days before are missing', 'closes', ['2025-03-01', '2025-06-30'], ['2025-01-01', '2025-02-28']],
  ['days after are missing', 'closes', ['2025-01-01', '2025-06-27'], ['2025-05-23', '2025-06-30']],
  ['all splits are fetched again', 'splits', ['2024-12-01', '2025-06-27'], ['2024-12-01', '2025-06-30']],
  [
    'both are missing, the older ones first',
    'splits',
    ['2025-03-01', '2025-06-27'],
    ['2025-01-01', '2025-02-28'],
  ],
  [
    'adjusted closes are replaced as a whole',
    'adjusted',
    ['2024-06-01', '2025-06-27'],
    ['2024-06-01', '2025-06-30'],
  ],
] as const)('what is requested when %s', (_what, kind, asked, expected) => {
  const range = asked && { from: asked[0], to: asked[1] }
  const wanted = { from: '2025-01-01', to: '2025-06-30' }
  expect(rangeToFetch(kind, range, wanted)).toEqual(expected && { from: expected[0], to: expected[1] })
})

test('a split that two providers put on different days counts once', async () => {
  const series = { kind: 'splits', symbol: 'BOLT' } as const
  const range = { from: '2025-01-01', to: '2025-12-31' }
  const storeSplit = (day: string) =>
    storeSeries(place.db, series, range, [{ day, ratio: new Decimal(4) }], {
      source: 'test',
      now: NOW,
    })
  await storeSplit('2025-06-10')
  await storeSplit('2025-06-09')
  expect(await storedMarket(place.db).splits('BOLT', '2025-01-01', '2025-12-31')).toHaveLength(1)
})

test('a rename that two providers put on different days counts once, and with those an administrator entered', async () => {
  const series = { kind: 'actions', symbol: 'NEWN' } as const
  const range = { from: '2025-01-01', to: '2025-12-31' }
  const rename = {
    kind: 'rename',
    symbol: 'OLDN',
    newSymbol: 'NEWN',
    ratio: new Decimal(1),
    cash: null,
  } as const
  const store = (day: string, source: string) =>
    storeSeries(place.db, series, range, [{ ...rename, day }], { source, now: NOW })
  const days = async () =>
    (await storedMarket(place.db).corporateActions('NEWN', range.from, range.to))?.map(({ day, symbol }) => [
      day,
      symbol,
    ])
  await store('2025-06-09', 'massive')
  await store('2025-06-10', 'massive, alpaca')
  expect(await days()).toEqual([['2025-06-09', 'OLDN']])
  // One provider alone has corrected its day.
  await store('2025-06-10', 'massive')
  expect(await days()).toEqual([['2025-06-10', 'OLDN']])
  await sql`insert into market_renames (old_symbol, new_symbol, day, noted_at)
    values ('OLDN', 'NEWN', '2025-06-11', now()), ('VERY', 'OLDN', '2025-02-03', now())`.execute(place.db)
  expect(await days()).toEqual([['2025-06-10', 'OLDN']])
  expect(await storedMarket(place.db).corporateActions('VERY', range.from, range.to)).toHaveLength(1)
  await asOwner(place.database, 'truncate market_corporate_actions, market_renames')
})

test('a day that wasn’t requested isn’t stored, even if the provider returns it', async () => {
  const series = { kind: 'closes', symbol: 'ACME' } as const
  const answer = ['2025-07-01', '2025-07-02'].map((day) => ({ day, close: new Decimal('40.125') }))
  await storeSeries(place.db, series, { from: '2025-06-30', to: '2025-07-01' }, answer, {
    source: 'test',
    now: NOW,
  })
  expect(plain(await storedMarket(place.db).closes('ACME', '2025-01-01', '2025-12-31'))).toEqual([
    ['2025-07-01', 40.125],
  ])
})
