// How prices and returns are formatted.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { price, unusedPart } from '#shared/rules/money.ts'
import { directionOf, NO_PERFORMANCE, signedPercent } from '#shared/rules/percent.ts'

describe('A price', () => {
  test.each([
    [500, '$5'],
    [600, '$6'],
    [950, '$9.50'],
    [999, '$9.99'],
    [1005, '$10.05'],
    [10_000, '$100'],
    [123_456, '$1,234.56'],
    [0, '$0'],
    [1, '$0.01'],
  ])('of %s cents reads %s', (cents, words) => {
    expect(price(cents)).toBe(words)
  })

  test('parses back to the same number of cents', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(cents, (n) => {
        expect(Math.round(Number(price(n).replace(/[$,]/g, '')) * 100)).toBe(n)
      }),
    )
  })
})

describe('The unused part of a payment', () => {
  test.each([
    [2000, 21, 30, 1400],
    [2000, 30, 30, 2000],
    [2000, 0, 31, 0],
    [999, 1, 31, 33],
  ])('of %d cents, %d of %d days are %d cents, rounded up', (amount, days, of, part) => {
    const periodStart = new Date('2026-11-01T00:00:00Z')
    const periodEnd = new Date(periodStart.getTime() + of * 86_400_000)
    const at = new Date(periodEnd.getTime() - days * 86_400_000)
    expect(unusedPart(amount, { periodStart, periodEnd, at })).toEqual({
      unusedDays: days,
      periodDays: of,
      partInCents: part,
    })
  })
})

describe('A return', () => {
  test.each([
    [0.123, '+12.3%'],
    [-0.025, '-2.5%'],
    [0, '+0.0%'],
    [-0, '+0.0%'],
    [0.0004, '+0.0%'],
    [-0.0004, '+0.0%'],
    [0.0005, '+0.1%'],
    [-0.0006, '-0.1%'],
    [1, '+100.0%'],
    [-1, '-100.0%'],
    [12.3456, '+1234.6%'],
    [99.99, '+9999.0%'],
    [99.9906, 'over +9,999%'],
    [1e26, 'over +9,999%'],
    [Infinity, 'over +9,999%'],
    [-99.9906, 'under -9,999%'],
  ])('of %s reads %s', (ratio, words) => {
    expect(signedPercent(ratio)).toBe(words)
  })

  // @spec-3.19
  test('always has a sign and one decimal', () => {
    const ratio = fc.double({ min: -1, max: 99.99, noNaN: true })
    fc.assert(
      fc.property(ratio, (n) => {
        expect(signedPercent(n)).toMatch(/^[+-]\d+\.\d%$/)
      }),
    )
  })

  test.each([
    ['+12.3%', 'gain'],
    ['+0.1%', 'gain'],
    ['-2.5%', 'loss'],
    ['over +9,999%', 'gain'],
    ['under -9,999%', 'loss'],
    [NO_PERFORMANCE, 'flat'],
    ['12.3%', 'flat'],
    ['', 'flat'],
  ])('that reads "%s" is a %s', (words, direction) => {
    expect(directionOf(words)).toBe(direction)
  })
})
