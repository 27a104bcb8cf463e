// Beta and tilt of random shares, computed a second way: from the raw closes, by solving the normal equations with an intercept.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scorePosition } from '#engine/scoring/score-position.ts'
import { runs } from '#test/test-scope.ts'
import { type Closes, pricesOf, signal } from './histories.ts'

const [FROM, TO] = ['2024-01-02', '2025-06-30'] as const
const DAYS = pricesOf([FROM, TO], []).calendar.days.filter((day) => day <= TO)

/** A random number in [0, 1) for each call (Park and Miller, 1988). */
const chanceOf = (seed: number) => {
  let state = 1 + (seed % 2_147_483_646)
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
const history = fc.record({
  seed: fc.nat(),
  beta: fc.constantFrom(-4, -1, -0.4, 0, 0.3, 1, 1.6, 3, 4.1, 9),
  tilt: fc.constantFrom(-4, -1.2, -0.8, 0, 0.5, 1.9, 2.3, 5),
  noise: fc.constantFrom(0.001, 0.01),
  halts: fc.array(fc.tuple(fc.nat({ max: DAYS.length - 1 }), fc.constantFrom(1, 2, 30)), { maxLength: 5 }),
  dividends: fc.dictionary(fc.constantFrom(...DAYS), fc.constantFrom(0.05, 0.5, 2), { maxKeys: 6 }),
  splits: fc.dictionary(fc.constantFrom(...DAYS), fc.constantFrom(2, 0.1, 1.5), { maxKeys: 2 }),
  post: fc.constantFrom(...DAYS.slice(1, -30)),
})

/** Closes of SPY, QQQ and a share that moves with both, with four decimals. */
function closesOf({
  seed,
  beta,
  tilt,
  noise,
  halts,
  splits,
}: typeof history extends fc.Arbitrary<infer Given> ? Given : never) {
  const chance = chanceOf(seed)
  const swing = (by: number) => by * (chance() + chance() + chance() - 1.5)
  const prices = { spy: 400, qqq: 300, own: 50 }
  const all: { spy: number[]; qqq: number[]; own: number[] } = { spy: [], qqq: [], own: [] }
  for (const day of DAYS) {
    const [market, spread] = [swing(0.02), swing(0.01)]
    prices.spy *= 1 + market
    prices.qqq *= 1 + market + spread
    prices.own *= 1 + Math.max(-0.5, beta * market + tilt * spread + swing(noise))
    prices.own /= splits[day] ?? 1
    for (const key of ['spy', 'qqq', 'own'] as const) all[key].push(Number(prices[key].toFixed(4)))
  }
  const isHalted = (i: number) => halts.some(([from, count]) => i >= from && i < from + count)
  const own: Closes = all.own.map((close, i) => (isHalted(i) || close === 0 ? null : close))
  return { ...all, own }
}

/** Least squares of y on 1, x and z: Gaussian elimination of the normal equations. Null if they can't be solved. */
function solve(rows: readonly (readonly [y: number, x: number, z: number])[]): number[] | null {
  const columns = rows.map(([, x, z]) => [1, x, z])
  const matrix = [0, 1, 2].map((i) => [
    ...[0, 1, 2].map((j) => columns.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
    columns.reduce((sum, row, n) => sum + (row[i] ?? 0) * (rows[n]?.[0] ?? 0), 0),
  ])
  for (const i of [0, 1, 2]) {
    const pivot = matrix[i]?.[i] ?? 0
    if (Math.abs(pivot) < 1e-12) return null
    for (const j of [0, 1, 2]) {
      if (i === j) continue
      const factor = (matrix[j]?.[i] ?? 0) / pivot
      matrix[j] = (matrix[j] ?? []).map((value, k) => value - factor * (matrix[i]?.[k] ?? 0))
    }
  }
  return matrix.map((row, i) => (row[3] ?? 0) / (row[i] ?? 1))
}

test('beta and tilt are those of the regression, within their limits, and 1 and 0 below 60 days', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(history, (given) => {
      const { spy, qqq, own } = closesOf(given)
      const prices = pricesOf([FROM, TO], own, { spy, qqq, dividends: given.dividends, splits: given.splits })
      const [score] = scorePosition([signal('buy', 1, `${given.post}T14:30:00.000Z`)], prices)
      const entry = DAYS.findIndex((day, i) => day >= given.post && own[i] !== null)
      if (score?.does !== 'opens') return
      expect(score.entryDay).toBe(DAYS[entry])
      const rows: [number, number, number][] = []
      for (let i = Math.max(1, entry - 251); i <= entry; i += 1) {
        const [now, before] = [own[i], own[i - 1]]
        const day = DAYS[i] ?? ''
        if (typeof now !== 'number' || typeof before !== 'number') continue
        const paid = given.dividends[day] ?? 0
        const [b, q] = [spy, qqq].map((closes) => (closes[i] ?? 0) / (closes[i - 1] ?? 1) - 1) as [
          number,
          number,
        ]
        rows.push([((now + paid) * (given.splits[day] ?? 1)) / before - 1, b, q - b])
      }
      if (rows.length < 60) {
        seen.add('unknown')
        expect([score.beta, score.tilt]).toEqual(['1.0000', '0.0000'])
        return
      }
      const [, slope = NaN, tilt = NaN] = solve(rows) ?? []
      const limits = (name: string, value: number, low: number, high: number) => {
        seen.add(`${name} ${value < low ? 'low' : value > high ? 'high' : 'within'}`)
        return Math.min(high, Math.max(low, value))
      }
      // Blume, 1975.
      expect(Number(score.beta)).toBeCloseTo(limits('beta', 0.67 * slope + 0.33, 0, 3), 3.9)
      expect(Number(score.tilt)).toBeCloseTo(limits('tilt', tilt, -1, 2), 3.9)
      expect([score.beta, score.tilt]).toEqual([
        expect.stringMatching(/^\d\.\d{4}$/),
        expect.stringMatching(/^-?\d\.\d{4}$/),
      ])
    }),
    { numRuns: runs(2000) },
  )
  expect([...seen].toSorted()).toEqual([
    'beta high',
    'beta low',
    'beta within',
    'tilt high',
    'tilt low',
    'tilt within',
    'unknown',
  ])
})
