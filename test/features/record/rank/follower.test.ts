// The result of a follower who acts a day after the author: by hand, with a second computation that walks from close to close, and over HTTP.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeRecord } from '#server/features/record/rank/compute-record.ts'
import { followNextDay, type Followed } from '#engine/scoring/ranking/next-day-follower.ts'
import { paperDays } from '#engine/scoring/ranking/paper-portfolio.ts'
import { type Input, shareGrowth } from '#engine/scoring/ranking/share-growth.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { DAYS as LONG, writePrices, writeScores } from './sample-record.ts'

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09']
const followed = (fields: Partial<Followed>): Followed => ({
  ticker: 'NVDA',
  side: 1,
  weight: 1,
  beta: 1,
  tilt: 0,
  entryDay: DAYS[0] ?? '',
  exitDay: null,
  exitReason: null,
  ...fields,
})

describe('a day later', () => {
  const later = (one: Followed, days = DAYS) =>
    followNextDay([one], () => days).map(({ entryDay, exitDay }) => [entryDay, exitDay])

  test('entry and exit are at the next close, whether the author closed the position or its time was over', () => {
    for (const exitReason of ['opposite', 'horizon'])
      expect(later(followed({ exitDay: DAYS[2] ?? '', exitReason }))).toEqual([[DAYS[1], DAYS[3]]])
  })

  test('it waits for a day on which the share trades', () => {
    const traded = DAYS.filter((_, place) => place !== 1 && place !== 4)
    expect(later(followed({ exitDay: DAYS[3] ?? '', exitReason: 'horizon' }), traded)).toEqual([
      [DAYS[2], DAYS[5]],
    ])
  })

  test('a position that began or ended at the last close hasn’t done so for the follower yet', () => {
    expect(later(followed({ entryDay: DAYS[5] ?? '' }))).toEqual([])
    expect(later(followed({ exitDay: DAYS[5] ?? '', exitReason: 'horizon' }))).toEqual([[DAYS[1], null]])
  })

  test('a share that stopped trading ends when it does for the author, or is never entered', () => {
    const stopped = { exitDay: DAYS[4] ?? '', exitReason: 'stopped-trading' }
    expect(later(followed(stopped), DAYS.slice(0, 3))).toEqual([[DAYS[1], DAYS[4]]])
    expect(later(followed(stopped), DAYS.slice(0, 1))).toEqual([])
  })
})

/** A follower with a calendar and a to-do list, who repeats each of the author's steps at the next close. */
function walk(positions: readonly Followed[], closes: Record<string, (number | null)[]>): number[] {
  const held = new Set<Followed>()
  const toDo: { one: Followed; enters: boolean }[] = []
  const lastClose = new Map<string, number>()
  const results: number[] = []
  let hasBegun = false
  for (const [place, day] of DAYS.entries()) {
    const [spy, qqq] = (['SPY', 'QQQ'] as const).map(
      (symbol) =>
        (closes[symbol]?.[place] ?? 0) / (closes[symbol]?.[place - 1] ?? closes[symbol]?.[0] ?? 0) - 1,
    ) as [number, number]
    let sum = 0
    for (const { ticker, side, weight, beta, tilt } of held) {
      const close = closes[ticker]?.[place] ?? null
      const own = close === null ? 0 : close / (lastClose.get(ticker) ?? close) - 1
      sum += weight * side * (own - beta * spy - tilt * (qqq - spy))
    }
    const places = [...held].reduce((all, { weight }) => all + weight, 0)
    if (hasBegun) results.push(sum / Math.max(10, places))
    for (const [ticker, of] of Object.entries(closes)) {
      const close = of[place]
      if (close !== null && close !== undefined) lastClose.set(ticker, close)
    }
    for (const it of toDo.filter(({ one }) => typeof closes[one.ticker]?.[place] === 'number')) {
      if (it.enters) held.add(it.one)
      else held.delete(it.one)
      if (it.enters && !hasBegun) {
        hasBegun = true
        results.push(0)
      }
      toDo.splice(toDo.indexOf(it), 1)
    }
    for (const one of positions) {
      if (one.entryDay === day) toDo.push({ one, enters: true })
      if (one.exitDay === day) toDo.push({ one, enters: false })
    }
  }
  return results
}

test('it matches a person who walks from close to close with a to-do list', () => {
  const path = fc.array(fc.double({ min: 0.8, max: 1.25, noNaN: true }), {
    minLength: DAYS.length,
    maxLength: DAYS.length,
  })
  const gaps = fc.array(fc.boolean(), { minLength: DAYS.length, maxLength: DAYS.length })
  const plan = fc.record({
    ticker: fc.constantFrom('AAA', 'BBB'),
    side: fc.constantFrom(1, -1),
    weight: fc.constantFrom(1, 0.5, 4),
    beta: fc.double({ min: 0, max: 3, noNaN: true }),
    tilt: fc.double({ min: -1, max: 2, noNaN: true }),
    from: fc.nat({ max: DAYS.length - 1 }),
    days: fc.nat({ max: DAYS.length }),
  })
  fc.assert(
    fc.property(
      fc.record({ SPY: path, QQQ: path, AAA: path, BBB: path }),
      fc.record({ AAA: gaps, BBB: gaps }),
      fc.array(plan, { minLength: 1, maxLength: 12 }),
      (paths, isGap, plans) => {
        const closes: Record<string, (number | null)[]> = {}
        for (const [symbol, steps] of Object.entries(paths)) {
          let close = 100
          closes[symbol] = steps.map((step, place) => {
            close *= step
            const gap = symbol in isGap && isGap[symbol as 'AAA'][place]
            return gap ? null : close
          })
        }
        const tradedDays = (symbol: string) =>
          DAYS.filter((_, place) => typeof closes[symbol]?.[place] === 'number')
        const positions = plans.flatMap(({ from, days, ...rest }): Followed[] => {
          const traded = tradedDays(rest.ticker)
          const entryDay = traded.find((day) => day >= (DAYS[from] ?? ''))
          if (entryDay === undefined) return []
          const exitDay = traded[traded.indexOf(entryDay) + 1 + days] ?? null
          return [{ ...rest, entryDay, exitDay, exitReason: 'horizon' }]
        })
        const shares = shareGrowth(DAYS)
        for (const [symbol, all] of Object.entries(closes))
          shares.add(
            symbol,
            all.flatMap((close, place): Input[] =>
              close === null ? [] : [{ day: DAYS[place] ?? '', close, dividend: 0, ratio: 1 }],
            ),
          )
        const computed = paperDays(followNextDay(positions, shares.tradedDays), DAYS, shares.growth)
        const expected = walk(positions, closes)
        expect(computed).toHaveLength(expected.length)
        for (const [place, { excess }] of computed.entries())
          expect(excess).toBeCloseTo(expected[place] ?? NaN, 9)
      },
    ),
  )
})

describe('over HTTP', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ sequencer: false })
    await buildPeople(server.deps, {
      ada: creator({ priceCents: 2000 }),
      ben: member({}),
      cleo: creator({ payouts: false }),
    })
    const jumps = (of: number) =>
      LONG.map((_, place) => (place % 20 === of ? 1.1 : place % 20 === of + 1 ? 1 / 1.1 : 1))
    // Up on the first day of each position of ada and down on the next one; a single day up for EARLY, the day after the exit for LATE.
    const once = (of: number) => LONG.map((_, place) => (place % 20 === of ? 1.1 : 1))
    await writePrices(server, { JUMPS: jumps(11), EARLY: once(11), LATE: once(16) })
  })
  afterAll(() => server.stop())

  const recordOf = async (username: string, ticker: string) => {
    const scores = [10, 30, 50, 70, 90].map((entry) => ({ entry, exit: entry + 5, ticker }))
    await computeRecord(server.deps, await writeScores(server, username, scores))
    return await server.visitor().call(rankings.person, { params: { username } })
  }

  test('a follower who is a day late misses the first day’s move and holds the share a day longer', async () => {
    // Five times 10 % in one of ten places, in 120 days; a day later in 119.
    const early = await recordOf('ada', 'EARLY')
    expect(Number(early.paper?.mean)).toBeCloseTo((252 * 0.05) / 120, 8)
    expect(Number(early.paper?.dayLater?.mean)).toBe(0)
    expect(early.priceInCents).toBe(2000)
    const late = await recordOf('ben', 'LATE')
    expect(Number(late.paper?.mean)).toBe(0)
    expect(Number(late.paper?.dayLater?.mean)).toBeCloseTo((252 * 0.05) / 119, 8)
    expect(late.priceInCents).toBeNull()
  })

  test('the range is as wide as the follower’s own days make it', async () => {
    const { paper, priceInCents } = await recordOf('cleo', 'JUMPS')
    expect(priceInCents).toBeNull()
    // The fall alone: 1 / 1.1 − 1, five times in 119 days.
    const mean = (252 * 5 * (1 / 1.1 - 1)) / 10 / 119
    expect(Number(paper?.dayLater?.mean)).toBeCloseTo(mean, 7)
    // Falls are twenty days apart, so no day depends on another within five: V = γ0 + 2 Σ (1 − k/6) γk with γk of the mean alone.
    const fall = (1 / 1.1 - 1) / 10
    const average = (5 * fall) / 119
    const gamma = (lag: number) => {
      // Pairs of days `lag` apart: those with a fall in either, and the others.
      const pairs = 119 - lag
      // The first fall is on the second day, so no day is two or more before it.
      const falls = lag === 0 ? 5 : lag === 1 ? 10 : 9
      const within = lag === 0 ? (fall - average) ** 2 : -(fall - average) * average
      return (falls * within + (pairs - falls) * average ** 2) / 119
    }
    const variance = [1, 2, 3, 4, 5].reduce((sum, lag) => sum + 2 * (1 - lag / 6) * gamma(lag), gamma(0))
    const error = 252 * Math.sqrt(variance / 119)
    expect(Number(paper?.dayLater?.low)).toBeCloseTo(mean - 1.645 * error, 7)
    expect(Number(paper?.dayLater?.high)).toBeCloseTo(mean + 1.645 * error, 7)
  })

  test('below five positions there is no result to follow', async () => {
    await buildPeople(server.deps, { dan: creator({}) })
    const scores = [10, 30].map((entry) => ({ entry, exit: entry + 5, ticker: 'EARLY' }))
    await computeRecord(server.deps, await writeScores(server, 'dan', scores))
    const { paper, perPosition } = await server
      .visitor()
      .call(rankings.person, { params: { username: 'dan' } })
    expect([paper, perPosition]).toEqual([null, null])
  })
})
