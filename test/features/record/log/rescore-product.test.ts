// rescore.py computes the product's own records from its public files, to the last digit, after a thousand random posts.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { randomNumbers } from '#tools/bench/random-numbers.ts'
import type { SignalOptions } from '#tools/demo/person-options.ts'
import { scored, server } from '#test/features/record/score/scored-server.ts'
import { isFull, runSeed } from '#test/test-scope.ts'
import { hasPython } from './run-python.ts'

const SCRIPT = resolve('server/features/record/log/rescore.py')
const TICKERS = [
  'NVDA',
  'AMD',
  'MSFT',
  'AAPL',
  'TSLA',
  'META',
  'AMZN',
  'NFLX',
  'INTC',
  'ORCL',
  'IBM',
  'CRM',
  'SPY',
  'GLD',
]
const AUTHORS = 8
const POSTS = 125
/** Long enough for records of over a year, and for those that ended. */
const DAYS = 500

function randomSignals(seed: number): SignalOptions[] {
  const random = randomNumbers(seed)
  // Some authors stop after a while, so that their records end.
  const youngest = random.chance(0.25) ? 200 : 0
  return Array.from({ length: POSTS }, () => youngest + random.next() * (DAYS - youngest))
    .toSorted((a, b) => b - a)
    .map((daysAgo, place) => ({
      content: `Post ${place}`,
      signalType: random.one(['buy', 'buy', 'buy', 'sell', 'comment'] as const),
      tickers: [...new Set(Array.from({ length: random.one([1, 1, 1, 2, 3]) }, () => random.one(TICKERS)))],
      timeHorizon: random.one(['days', 'days', 'weeks', 'months', 'years', null] as const),
      intent: random.one(['watching', 'taking_profits', null] as const),
      isPremium: random.chance(0.3),
      hoursAgo: daysAgo * 24,
    }))
}

type Printed = {
  family: number
  rated: number
  cutoff: number
  listed: string[]
  likelySkill: string[]
  records: {
    id: string
    have: Record<'trades' | 'entry_days' | 'active_days' | 'weeks', number>
    active: boolean
    exact: [weeks: number[], filled: number, figures: Record<'t' | 'p' | 'lowYear', number> | null]
    figures: (Record<'mean' | 'low' | 'high', string> & { slopes: string[]; days: number; df: number }) | null
  }[]
}

// The program is for strangers' machines; ours need no Python.
describe.skipIf(!hasPython)('rescore.py', () => {
  test('has the product’s board and records', async () => {
    const one = await server()
    const names = Array.from({ length: isFull ? AUTHORS : 3 }, (_, at) => `author_${at}`)
    await buildPeople(
      one.deps,
      Object.fromEntries(names.map((name, at) => [name, creator({ signals: randomSignals(runSeed + at) })])),
    )
    await scored(one)
    const address = new URL(one.origin).origin
    const output = await new Promise<string>((done, fail) => {
      execFile('python3', [SCRIPT, address, '--exact'], { maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
        error ? fail(new Error(stderr)) : done(stdout),
      )
    })
    // A client that has a ticker's prices gets a 304.
    const prices = await fetch(`${address}/log/prices/SPY.json`)
    const again = await fetch(prices.url, { headers: { 'if-none-match': prices.headers.get('etag') ?? '' } })
    expect([prices.status, again.status]).toEqual([200, 304])
    const printed = JSON.parse(output) as Printed
    const { rows: ratings } = await sql<{ id: string }>`
      select author || '/' || book as id, trades, entry_days, active_days, cardinality(results) as weeks, ended_on is null as is_active,
        results, t, p, low_year, mean::text, low::text, high::text, slopes::text[], days, df
        from record_ratings where not is_early order by author, book`.execute(one.deps.db)
    expect(ratings.length).toBeGreaterThan(names.length)
    expect(
      printed.records.map(({ id, have, active, exact: [results, , exact], figures }) => ({
        id,
        trades: have.trades,
        entryDays: have.entry_days,
        activeDays: have.active_days,
        weeks: have.weeks,
        isActive: active,
        results,
        t: exact?.t ?? null,
        p: exact?.p ?? null,
        lowYear: exact?.lowYear ?? null,
        mean: figures?.mean ?? null,
        low: figures?.low ?? null,
        high: figures?.high ?? null,
        slopes: figures?.slopes ?? null,
        days: figures?.days ?? null,
        df: figures?.df ?? null,
      })),
    ).toEqual(ratings)
    const { rows: listed } = await sql<{ id: string; isLikelySkill: boolean }>`
      select author || '/' || book as id, is_likely_skill from record_ratings where place is not null order by place`.execute(
      one.deps.db,
    )
    const board = await one.deps.db
      .selectFrom('recordBoard')
      .select(['family', 'rated', 'cutoff'])
      .executeTakeFirstOrThrow()
    const { family, rated, cutoff } = printed
    expect({ family, rated, cutoff }).toEqual(board)
    expect(printed.listed).toEqual(listed.map(({ id }) => id))
    expect(printed.likelySkill).toEqual(
      listed.filter(({ isLikelySkill }) => isLikelySkill).map(({ id }) => id),
    )
  })
})
