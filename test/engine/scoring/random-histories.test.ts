// Random histories of an author's open and sealed signals, with halts, splits and dividends, scored by the product and a second
// time in another way.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KnownScore } from '#engine/scoring/compare-scores.ts'
import { type Score, scorePosition } from '#engine/scoring/score-position.ts'
import { scoreTickers } from '#engine/scoring/score-tickers.ts'
import { runs } from '#test/test-scope.ts'
import { pricesOf, signal } from './histories.ts'
import { DAYS, FIRST, type History, LAST, scoreDayByDay } from './second-computation.ts'

type Post = Pick<History['posts'][number], 'id' | 'side' | 'at' | 'isSealed' | 'onlyCloses'> & {
  horizon: readonly [string | null, number]
}
const NOT_SCORED_YET = {
  ticker: 'SHARE',
  author: 'ada',
  mayEnd: false,
  isSample: false,
  scoredAt: new Date(0),
  entryDay: null,
  exitDay: null,
  asOf: null,
  return: null,
  benchmark: null,
  excess: null,
}
const signalOf = ({ id, side, at, isSealed, onlyCloses, horizon }: Post): KnownScore => ({
  ...signal(id, side, new Date(at).toISOString(), { onlyCloses, timeHorizon: horizon[0] }),
  ...NOT_SCORED_YET,
  isSealed,
})
const pricesIn = ({ closes, spy, dividends, splits, final, volumes }: Omit<History, 'posts'>) =>
  pricesOf([FIRST, LAST], closes, { spy, dividends, splits, final, volumes })

const HORIZONS = [
  ['days', 5],
  ['weeks', 21],
  ['months', 63],
  ['years', 252],
  [null, 63],
] as const

const cents = fc.integer({ min: 50, max: 90_000 }).map((number) => number / 100)
const day = fc.constantFrom(...DAYS)
/** Any minute of several months, with weekends, nights and holidays; sometimes the exact minute of the last orders. */
const moment = fc.oneof(
  fc
    .integer({ min: Date.parse(FIRST) / 60_000, max: Date.parse(LAST) / 60_000 + 1440 })
    .map((minute) => minute * 60_000),
  day.map((text) => Date.parse(`${text}T20:50:00Z`)),
  day.map((text) => Date.parse(`${text}T20:50:00.001Z`)),
  fc.constantFrom(
    Date.parse('2025-11-28T17:50:00Z'),
    Date.parse('2025-12-24T17:50:01Z'),
    Date.parse('2025-12-25T15:00:00Z'),
  ),
)
const history = fc
  .record({
    closes: fc.array(cents, { minLength: DAYS.length, maxLength: DAYS.length }),
    spy: fc.array(cents, { minLength: DAYS.length, maxLength: DAYS.length }),
    halts: fc.array(fc.tuple(fc.nat({ max: DAYS.length - 1 }), fc.constantFrom(1, 2, 5, 20, 21, 22, 40)), {
      maxLength: 4,
    }),
    end: fc.option(
      fc.record({
        at: fc.integer({ min: 1, max: DAYS.length - 1 }),
        after: fc.integer({ min: 1, max: 40 }),
        value: cents,
      }),
      {
        freq: 3,
      },
    ),
    volumes: fc.array(fc.constantFrom(0, 2000, 30_000, 2_000_000), {
      minLength: DAYS.length,
      maxLength: DAYS.length,
    }),
    dividends: fc.dictionary(
      day,
      fc.integer({ min: 1, max: 300 }).map((number) => number / 100),
      { maxKeys: 5 },
    ),
    splits: fc.dictionary(day, fc.constantFrom(2, 3, 0.5, 0.1, 20), { maxKeys: 3 }),
    posts: fc.array(
      fc.record({
        at: moment,
        side: fc.constantFrom(1, -1),
        isSealed: fc.boolean(),
        onlyCloses: fc.boolean(),
        horizon: fc.constantFrom(...HORIZONS),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ closes, halts, posts, end, ...rest }) => ({
    ...rest,
    final:
      end && DAYS[end.at + end.after - 1] ? { day: DAYS[end.at + end.after - 1]!, value: end.value } : null,
    closes: closes.map((close, i) =>
      (end && i >= end.at) || halts.some(([from, count]) => i >= from && i < from + count) ? null : close,
    ),
    posts: posts
      .toSorted((a, b) => a.at - b.at)
      .map((post, i) => ({ ...post, id: `${i}`, horizonDays: post.horizon[1] })),
  }))

test('the product’s scores match a second computation', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(history, ({ posts, closes, spy, dividends, splits, final, volumes }) => {
      const expected = scoreDayByDay({
        closes,
        spy,
        dividends,
        splits,
        posts,
        final,
        volumes,
      } satisfies History)
      const prices = pricesIn({ closes, spy, dividends, splits, final, volumes })
      const { scores } = scoreTickers([{ ticker: 'SHARE', signals: posts.map(signalOf), prices }], [], false)
      const byId = new Map<string, Score>(scores.map((score) => [score.signalId, score]))
      expect(byId.size).toBe(posts.length)
      for (const wanted of expected) {
        const score = byId.get(wanted.id)!
        seen.add(wanted.exitReason ?? wanted.reason ?? wanted.does ?? wanted.status)
        // A preview before the close isn't a result; it may already be clear that the signal will open nothing.
        if (wanted.status === 'pending') {
          expect(['pending', 'unscored']).toContain(score.status)
          expect(score).not.toHaveProperty('return')
          continue
        }
        expect(score.status).toBe(wanted.status)
        expect([score.reason, score.does, score.ofSignalId]).toEqual([wanted.reason, wanted.does, wanted.of])
        expect([score.entryDay, score.exitDay, score.exitReason ?? undefined]).toEqual([
          wanted.entry,
          wanted.exit,
          wanted.exitReason,
        ])
        if (!wanted.figures) continue
        expect(score.isThin).toBe(wanted.isThin)
        for (const key of ['return', 'benchmark', 'excess'] as const) {
          const off = Math.abs(Number(score[key]) - wanted.figures[key])
          expect(off, `${key} ${score[key]}`).toBeLessThan(1e-8 + 1e-10 * Math.abs(wanted.figures[key]))
        }
      }
    }),
    { numRuns: runs(1000) },
  )
  const all = [
    'horizon',
    'opposite',
    'stopped-trading',
    'no_position',
    'no_prices',
    'taking_profits',
    'adds',
    'closes',
  ]
  expect([...seen]).toEqual(expect.arrayContaining(all))
})

test('a signal of one book never changes a score of the other', () => {
  fc.assert(
    fc.property(history, ({ posts, ...of }) => {
      const prices = pricesIn(of)
      const signals = posts.map(signalOf)
      const { scores } = scoreTickers([{ ticker: 'SHARE', signals, prices }], [], false)
      for (const book of [false, true]) {
        const own = signals.filter(({ isSealed }) => isSealed === book)
        const ids = new Set(own.map(({ signalId }) => signalId))
        expect(scores.filter(({ signalId }) => ids.has(signalId))).toEqual(
          scorePosition(own, prices).map((score) => ({ ...score, ticker: 'SHARE' })),
        )
      }
    }),
    { numRuns: runs(300) },
  )
})
