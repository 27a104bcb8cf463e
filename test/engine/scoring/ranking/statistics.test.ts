// The statistics of records, against independent calculations and published values.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byLuck, isBeyondLuck, luckCutoff, pOf, upperTail } from '#engine/scoring/ranking/beyond-luck.ts'
import { perPosition, wilson } from '#engine/scoring/ranking/per-position.ts'
import { longRunVariance, yearlyExcess } from '#shared/rules/yearly-excess.ts'

const daysOf = (excesses: readonly number[]) => excesses.map((excess) => ({ places: 1, excess }))

describe('the yearly result', () => {
  test('no day gives no result, and one day has no spread', () => {
    expect(yearlyExcess([])).toBeNull()
    expect(yearlyExcess([{ places: 0, excess: 0 }])).toEqual({
      days: 1,
      activeDays: 0,
      mean: 0,
      error: 0,
      low: 0,
      high: 0,
      drawdown: 0,
    })
    expect(yearlyExcess(daysOf([0.001]))).toMatchObject({
      mean: 0.252,
      low: 0.252,
      high: 0.252,
      activeDays: 1,
    })
  })

  test('days without a position count as zero', () => {
    const idle = Array.from({ length: 3 }, () => ({ places: 0, excess: 0 }))
    expect(yearlyExcess([...daysOf([0.004]), ...idle])).toMatchObject({ days: 4, activeDays: 1, mean: 0.252 })
  })

  test('the Newey-West variance is the weighted sum over all pairs of days', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 1 }), (values) => {
        const mean = values.reduce((sum, value) => sum + value) / values.length
        let sum = 0
        for (const [i, a] of values.entries())
          for (const [j, b] of values.entries())
            sum += Math.max(0, 1 - Math.abs(i - j) / 6) * (a - mean) * (b - mean)
        expect(longRunVariance(values)).toBeCloseTo(Math.max(0, sum / values.length), 12)
      }),
    )
  })

  test('by hand: 0.01 and −0.01 in turns', () => {
    // γk = ±0.0001 · (4 − k)/4; V = 0.0001 · (1 + 2 · (−5/6 · 3/4 + 4/6 · 2/4 − 3/6 · 1/4)) = 0.0001 / 6
    const values = [0.01, -0.01, 0.01, -0.01]
    expect(longRunVariance(values)).toBeCloseTo(0.0001 / 6, 12)
    const result = yearlyExcess(daysOf(values))
    const error = 252 * Math.sqrt(0.0001 / 6 / 4)
    expect(result?.error).toBeCloseTo(error, 12)
    expect(result?.low).toBeCloseTo(-1.645 * error, 12)
    expect(result?.high).toBeCloseTo(1.645 * error, 12)
  })

  test('days that follow each other’s pattern widen the range', () => {
    const steps = [0.01, -0.004, 0.006, -0.01]
    const repeated = yearlyExcess(daysOf(steps.flatMap((step) => Array.from({ length: 5 }, () => step))))
    const spread = Math.sqrt(steps.reduce((sum, step) => sum + (step - 0.0005) ** 2, 0) / 4)
    expect(repeated?.error).toBeGreaterThan(1.5 * 252 * (spread / Math.sqrt(20)))
  })

  test('the deepest fall starts at 1, counts recovered falls, and is never negative', () => {
    expect(yearlyExcess(daysOf([-0.1, 0.5]))?.drawdown).toBeCloseTo(0.1, 12)
    expect(yearlyExcess(daysOf([0.25, -0.2, -0.1, 0.05]))?.drawdown).toBeCloseTo(0.28, 12)
    expect(yearlyExcess(daysOf([0.01, 0.02]))?.drawdown).toBe(0)
  })
})

describe('positions', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('Wilson’s interval of %i in %i is %f to %f, as published', (hits, total, low, high) => {
    expect(wilson(hits, total).low).toBeCloseTo(low, 4)
    expect(wilson(hits, total).high).toBeCloseTo(high, 4)
  })

  test('none, one and all ahead', () => {
    expect(perPosition([])).toBeNull()
    expect(perPosition([{ return: -0.1, excess: -0.2 }])).toMatchObject({
      mean: -0.1,
      median: -0.1,
      averageWin: null,
      averageLoss: -0.2,
      worst: -0.2,
      wins: 0,
      hitRate: 0,
      hitLow: 0,
    })
    expect(perPosition([{ return: 0.1, excess: 0.05 }])).toMatchObject({
      averageLoss: null,
      hitHigh: 1,
      worst: 0.05,
    })
  })

  test('ahead is by excess, not by return; a draw isn’t ahead', () => {
    const results = [
      { return: 0.3, excess: -0.02 },
      { return: -0.1, excess: 0.04 },
      { return: 0.05, excess: 0 },
      { return: 0.15, excess: 0.08 },
    ]
    const all = perPosition(results)
    expect(all).toMatchObject({ wins: 2, hitRate: 0.5, worst: -0.02 })
    expect(all?.mean).toBeCloseTo(0.1, 12)
    expect(all?.median).toBeCloseTo(0.1, 12)
    expect(all?.medianExcess).toBeCloseTo(0.02, 12)
    expect(all?.averageWin).toBeCloseTo(0.06, 12)
    expect(all?.averageLoss).toBeCloseTo(-0.01, 12)
  })
})

describe('luck', () => {
  // Abramowitz and Stegun, table 26.1.
  test.each([
    [0, 0.5],
    [1, 0.1586552539],
    [1.645, 0.0499849055],
    [2, 0.0227501319],
    [3, 0.001349898],
    [5, 2.866515719e-7],
    [-1, 0.8413447461],
  ])('the upper tail at %f is %f', (z, p) => {
    expect(upperTail(z) / p).toBeCloseTo(1, 6)
  })

  test('luck alone would list 5 % of the ranked', () => {
    expect([0, 9, 10, 118, 6482].map(byLuck)).toEqual([0, 0, 1, 6, 324])
  })

  test('Benjamini and Hochberg’s own example, at 2 %', () => {
    // Their fifteen p; at 2 % the third is the last one below 0.02 · k / 15.
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ]
    expect(luckCutoff(ps.toReversed())).toBe(0.0019)
  })

  test('a p above its own line counts if a later one is below its line', () => {
    // Lines: 0.01 and 0.02.
    expect(luckCutoff([0.015, 0.018])).toBe(0.018)
    expect(luckCutoff([0.015, 0.5])).toBeNull()
    expect(luckCutoff([])).toBeNull()
  })

  test('a record without spread is never beyond luck', () => {
    expect(pOf({ mean: 0.5, error: 0 })).toBe(1)
    expect(isBeyondLuck({ mean: 0.5, error: 0 }, null)).toBe(false)
    expect(isBeyondLuck({ mean: 0.5, error: 0.1 }, luckCutoff([pOf({ mean: 0.5, error: 0.1 })]))).toBe(true)
  })
})
