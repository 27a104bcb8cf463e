// Weights add up to 100.0 for any parts, with debts negative.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocation } from '#engine/portfolio/holdings/allocation.ts'
import { dec } from './rows.ts'

const percents = (...values: number[]) =>
  allocation(values.map((value) => ({ value: dec(value) }))).map(({ percent }) => percent)

test.each([
  // stackoverflow.com/q/13483430, "How to make rounded percentages add up to 100%", a tenth of each.
  [
    [1.3626332, 4.7989636, 0.9596008, 2.8788024],
    [13.6, 48, 9.6, 28.8],
  ],
  // The two parts with the largest remainders are rounded up.
  [
    [13.626332, 47.989636, 9.596008, 28.788024],
    [13.6, 48, 9.6, 28.8],
  ],
  [
    [1, 1, 1],
    [33.4, 33.3, 33.3],
  ],
  [
    [1, 1, 1, 1, 1, 1],
    [16.7, 16.7, 16.7, 16.7, 16.6, 16.6],
  ],
  [
    [1, 2, 0],
    [33.3, 66.7],
  ],
  // Both have a remainder of half a tenth: the larger part gets it.
  [
    [3335, 6665],
    [33.3, 66.7],
  ],
  [[5], [100]],
  [
    [1, 99_999],
    [0, 100],
  ],
  [[], []],
  [[0, 0], []],
  // Percentages of the value after debts.
  [
    [50, -20, 50],
    [62.5, -25, 62.5],
  ],
  [
    [2, -1],
    [200, -100],
  ],
  [
    [5, -1, -1],
    [166.7, -33.3, -33.4],
  ],
  [[20, -20], []],
  [[-20], []],
])('%j is %j', (values, expected) => {
  expect(percents(...values)).toEqual(expected)
})

test('a part keeps its other fields', () => {
  const parts = [
    { symbol: 'A', value: dec(1) },
    { symbol: null, value: dec(3) },
  ]
  expect(allocation(parts)).toMatchObject([
    { symbol: 'A', percent: 25 },
    { symbol: null, percent: 75 },
  ])
})

test('the tenths always add up to 1000, each within one of its exact value', () => {
  const values = fc.array(fc.integer({ min: -300_000_000, max: 1_000_000_000 }), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(values, (all) => {
      const whole = all.reduce((sum, value) => sum + value, 0)
      fc.pre(whole > 0 && !all.includes(0))
      const tenths = percents(...all).map((percent) => Math.round(percent * 10))
      expect(tenths.reduce((sum, each) => sum + each, 0)).toBe(1000)
      for (const [index, value] of all.entries())
        expect(Math.abs((tenths[index] ?? NaN) - (value / whole) * 1000)).toBeLessThan(1)
    }),
  )
})

test('a larger part never has a smaller weight', () => {
  const values = fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(values, (all) => {
      const sorted = all.toSorted((a, b) => a - b)
      const found = percents(...sorted)
      expect(found).toEqual(found.toSorted((a, b) => a - b))
    }),
  )
})
