// The database finds the same differences from the market as a comparison of all stored prices.
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { exchangeDays } from '#engine/market/exchange-days.ts'
import type { Database } from '#server/db/open.ts'
import type { DayInput } from '#engine/scoring/day-inputs.ts'
import { systemClock } from '#server/clock.ts'
import { openBenchmarks } from '#server/features/record/score/read-batch.ts'
import { readInputs } from '#server/features/record/score/read-market.ts'
import { storedInputs, storedOf } from '#server/features/record/score/stored-inputs.ts'
import { type FreshDatabase, freshDatabase, openTestDatabase } from '#test/database.ts'
import { runs } from '#test/test-scope.ts'

const DAYS = exchangeDays('2025-05-01', '2025-05-12')
const [from, to] = [DAYS[0] ?? '', DAYS.at(-1) ?? '']
const market = { ...simulatedMarket(), name: 'massive' as const, isSample: false }

/** The same number can be written in two ways. */
const close = fc.constantFrom('10', '10.50', '10.5', '11')
const dividend = fc.constantFrom('0', '0', '0', '0.25')
const ratio = fc.constantFrom('1', '1', '1', '2')
type Version = { close: string; dividend: string; ratio: string; source: string; isFinal: boolean }
const plainVersion: fc.Arbitrary<Version> = fc.record({
  close,
  dividend: fc.constant('0'),
  ratio: fc.constant('1'),
  source: fc.constant('massive'),
  isFinal: fc.constant(false),
})
const version: fc.Arbitrary<Version> = fc.record({
  close,
  dividend,
  ratio,
  source: fc.constantFrom('massive', 'massive', 'simulated'),
  isFinal: fc.nat({ max: 40 }).map((number) => number === 0),
})
const day = fc.record({
  traded: fc.option(close, { freq: 8 }),
  dividend,
  ratio,
  versions: fc.oneof(
    fc.array(plainVersion, { minLength: 1, maxLength: 1 }),
    fc.array(version, { maxLength: 3 }),
  ),
})
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never

let database: FreshDatabase
let opened: Database
let symbols = 0
beforeAll(async () => {
  database = await freshDatabase()
  opened = openTestDatabase(database.url, pino({ level: 'silent' }), 2)
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

test('for every day on which a share traded, the query finds the same as reading everything that is stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: DAYS.length, maxLength: DAYS.length }), async (days) => {
      const ticker = `T${(symbols += 1)}`
      await store(ticker, days)
      const range = { from, to, isSample: false }
      const wanted = [{ ticker, from, to, exchangeDays: new Set(DAYS) }]
      const read = await readInputs({ db: opened.db, market }, wanted)
      const found = (await storedOf(opened.db, read, range))(ticker)
      const stored = new Map(
        (await storedInputs(opened.db, [ticker], range)).map((input) => [input.day, input]),
      )
      expect(read.get(ticker)).toMatchObject({ isAsTraded: true })
      for (const input of read.get(ticker)?.inputs ?? [])
        expect([input.day, textOf(found(input))]).toEqual([input.day, textOf(stored.get(input.day))])
    }),
    { numRuns: runs(300) },
  )
})

const textOf = (input: DayInput | undefined) =>
  input && {
    close: input.close.toFixed(),
    dividend: input.dividend.toFixed(),
    ratio: input.ratio.toFixed(),
    isFinal: input.isFinal,
  }

async function store(symbol: string, days: readonly Day[]): Promise<void> {
  const bars = days.map((one, i) => ({ ...one, day: DAYS[i] }))
  const versions = days.flatMap((one, i) =>
    one.versions.map((row, place) => ({ ...row, version: place, day: DAYS[i] })),
  )
  await opened.pool.query(
    `with market as (
       select * from jsonb_to_recordset($2) as day (day date, traded numeric, dividend numeric, ratio numeric)
     ), series as (
       insert into market_series (kind, symbol, from_day, to_day, tried_at) values ('dividends', $1, '2025-05-01', '2025-05-12', now())
     ), closes as (
       insert into market_closes (symbol, day, close, source) select $1, day, traded, 'massive' from market where traded is not null
     ), dividends as (
       insert into market_dividends (symbol, ex_day, amount, currency, source)
       select $1, day, dividend, 'USD', 'massive' from market where dividend > 0
     ), splits as (
       insert into market_splits (symbol, day, ratio, source) select $1, day, ratio, 'massive' from market where ratio <> 1
     )
     insert into record_inputs (symbol, day, version, close, dividend, ratio, source, is_final, stored_at)
     select $1, day, version, close, dividend, ratio, source, "isFinal", now()
       from jsonb_to_recordset($3) as input
         (day date, version smallint, close numeric, dividend numeric, ratio numeric, source text, "isFinal" boolean)`,
    [symbol, JSON.stringify(bars), JSON.stringify(versions)],
  )
}

test('a dividend on the first exchange day of a year is stored once, whichever year the requested days begin in', async () => {
  await opened.pool.query(`
    with series as (
      insert into market_series (kind, symbol, from_day, to_day, tried_at)
      values ('dividends', 'SPY', '2024-01-01', '2025-01-03', now())
    ), closes as (
      insert into market_closes (symbol, day, close, source) select 'SPY', day, 40, 'massive'
        from unnest('{2024-12-30,2024-12-31,2025-01-02,2025-01-03}'::date[]) day)
    insert into market_dividends (symbol, ex_day, amount, currency, source) values ('SPY', '2025-01-02', 0.25, 'USD', 'massive')`)
  const benchmarks = openBenchmarks({ db: opened.db, clock: systemClock, market })
  for (const first of ['2024-01-01', '2025-01-01', '2024-01-01']) await benchmarks(first, '2025-01-03')
  await openBenchmarks({ db: opened.db, clock: systemClock, market })('2025-01-01', '2025-01-03')
  const { rows } = await opened.pool.query(
    `select day::text, version, dividend::float from record_inputs where symbol = 'SPY' and day >= '2025-01-01' order by day, version`,
  )
  expect(rows).toEqual([
    { day: '2025-01-02', version: 0, dividend: 0.25 },
    { day: '2025-01-03', version: 0, dividend: 0 },
  ])
})
