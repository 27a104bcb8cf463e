// The positions of a record by result, in bars.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BARS, histogramOf } from '#engine/scoring/ranking/histogram.ts'

test('without a position there are no bars', () => {
  expect(histogramOf([])).toBeNull()
})

test('by hand: a tie isn’t ahead, a bar includes its upper edge, and the outermost bars include everything beyond them', () => {
  const results = [0, 0.01, 0.010001, -0.01, -0.010001, 0.05, -0.049, 0.03, 0.02, 0.9]
  expect(histogramOf(results)).toEqual({
    step: 0.01,
    // … −5 to −4, −4 to −3, −3 to −2, −2 to −1, −1 to 0 | 0 to 1, 1 to 2, 2 to 3, …
    counts: [0, 1, 0, 0, 2, 1, 1, 2, 1, 0, 1, 1],
  })
})

test('every position is in one bar, and those ahead are in the second half', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -200, max: 400 }), { minLength: 1 }).map((all) => all.map((n) => n / 100)),
      (results) => {
        const { counts = [] } = histogramOf(results) ?? {}
        const sum = (some: readonly number[]) => some.reduce((all, count) => all + count, 0)
        expect(counts).toHaveLength(BARS)
        expect(sum(counts)).toBe(results.length)
        expect(sum(counts.slice(BARS / 2))).toBe(results.filter((result) => result > 0).length)
      },
    ),
  )
})

test('bars are as wide as the results need', () => {
  const spread = (most: number) => Array.from({ length: 20 }, (_, place) => (most * (place - 9.5)) / 9.5)
  expect([0.04, 0.08, 0.2, 0.4, 0.9, 3].map((most) => histogramOf(spread(most))?.step)).toEqual([
    0.01, 0.02, 0.05, 0.1, 0.2, 0.2,
  ])
})
