// Instrument jobs fetch a provider's names page by page, keep them for a week, and forget what is no longer listed.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NAMES } from '#tools/sandbox/market/sample-market.ts'
import { systemClock } from '#server/clock.ts'
import { fetchInstruments, sweepInstruments } from '#server/market/fetch-instruments.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { asOwner } from '#test/database.ts'
import { type MarketSandbox, openMarketSandbox } from './market-sandbox.ts'

let place: MarketSandbox
beforeAll(async () => void (place = await openMarketSandbox()))
afterAll(() => place.stop())
beforeEach(async () => {
  await asOwner(place.database, 'truncate market_instruments')
  await sql`delete from graphile_worker._private_jobs`.execute(place.db)
  await sql`update provider_rate_limits set next_at = now()`.execute(place.db)
})

type Payload = { after: string; startedAt: string }
const START = new Date('2026-02-10T15:00:00Z')
const at = (days: number) => new Date(START.getTime() + days * 86_400_000)
const depsOn = (days: number, market = place.market('massive')) => ({
  db: place.db,
  market,
  clock: { ...systemClock, now: () => at(days) },
})
const waiting = async () =>
  (
    await sql<{
      payload: Payload
      runAt: Date
    }>`select payload, run_at from graphile_worker._private_jobs`.execute(place.db)
  ).rows

/** Runs the waiting jobs and those they enqueue, and returns how many there were. */
async function runAll(deps: ReturnType<typeof depsOn>): Promise<number> {
  for (let count = 0; ; count += 1) {
    const [next] = await waiting()
    if (!next) return count
    await sql`delete from graphile_worker._private_jobs`.execute(place.db)
    await fetchInstruments(deps, next.payload)
  }
}
const stored = async () =>
  Object.fromEntries(
    (await place.db.selectFrom('marketInstruments').select(['symbol', 'name']).execute()).map(
      ({ symbol, name }) => [symbol, name],
    ),
  )

test('all pages are fetched one by one, and again after a week', async () => {
  await sweepInstruments(depsOn(0))
  expect(await runAll(depsOn(0))).toBe(4)
  expect(await stored()).toEqual(NAMES)
  await sweepInstruments(depsOn(6))
  expect(await waiting()).toEqual([])
  await sweepInstruments(depsOn(8))
  expect(await waiting()).toMatchObject([{ payload: { after: '', startedAt: at(8).toISOString() } }])
})

test('a delisted instrument is forgotten with the next fetch, and a renamed one renamed', async () => {
  await sql`insert into market_instruments values ('GONE', 'Gone Inc.', 'massive', ${START}), ('ACME', 'Acme Wagons', 'massive', ${START})`.execute(
    place.db,
  )
  await sweepInstruments(depsOn(8))
  await runAll(depsOn(8))
  expect(await stored()).toEqual(NAMES)
})

test('the same page is requested again later from a busy provider', async () => {
  const deps = depsOn(0, place.market('massive', { callsAMinute: 5 }))
  const payload = { after: '', startedAt: START.toISOString() }
  await fetchInstruments(deps, payload)
  const [second] = await waiting()
  await fetchInstruments(deps, second?.payload ?? payload)
  const [again] = await waiting()
  expect(again?.payload).toEqual(second?.payload)
  expect(again?.runAt.getTime()).toBeGreaterThan(START.getTime() + 5000)
})

test('neither a list that is suddenly empty nor sample prices change anything', async () => {
  await sql`insert into market_instruments values ('ACME', 'Acme', 'alpaca', ${START})`.execute(place.db)
  await fetchInstruments(depsOn(8, place.market('alpaca')), { after: '', startedAt: at(8).toISOString() })
  const sample = { ...place.market('massive'), isSample: true }
  await sweepInstruments(depsOn(8, sample))
  expect(await waiting()).toEqual([])
  expect(await stored()).toEqual({ ACME: 'Acme' })
})

test('a search knows the common instruments under their usual names, and the provider’s others', async () => {
  await sql`insert into market_instruments values ('AAPL', 'Apple Inc. Common Stock', 'massive', ${START}), ('ACME', 'Acme', 'massive', ${START})`.execute(
    place.db,
  )
  const known = await openInstruments(depsOn(0), (instrument) => instrument)()
  const nameOf = (wanted: string) => known.find(({ symbol }) => symbol === wanted)?.name
  expect(['AAPL', 'ACME', 'GC=F', 'ZZZZ'].map(nameOf)).toEqual(['Apple', 'Acme', 'Gold futures', undefined])
})
