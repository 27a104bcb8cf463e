// How old a signal is, at each threshold of the specification.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { age } from '#shared/rules/age.ts'

const NOW = Date.UTC(2026, 5, 1, 12)

test.each([
  [0, 'now'],
  [59, 'now'],
  [59.999, 'now'],
  [60, '1m'],
  [119, '1m'],
  [120, '2m'],
  [3599, '59m'],
  [3600, '1h'],
  [7199, '1h'],
  [86_399, '23h'],
  [86_400, '1d'],
  [2 * 86_400 - 1, '1d'],
  [400 * 86_400, '400d'],
  [-1, 'now'],
  [-86_400, 'now'],
])('%s seconds ago is "%s"', (seconds, words) => {
  expect(age(NOW - seconds * 1000, NOW)).toBe(words)
})

test('every age is "now" or a whole number above zero with m, h or d', () => {
  const moments = fc.integer({ min: 0, max: 8.64e15 })
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      expect(age(a, b)).toMatch(/^(now|[1-9]\d*[mhd])$/)
    }),
  )
})
