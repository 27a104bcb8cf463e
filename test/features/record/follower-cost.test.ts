// A follower's capital as typed, and what the price takes from a year's result.
import { describe, expect, test } from 'vitest'
import { afterPrice, costText, readCapital, yearlyCost } from '#shared/rules/follower-cost.ts'

describe('an amount as typed', () => {
  test.each([
    ['2000', 200_000],
    ['2,000', 200_000],
    ['$ 10,000.5', 1_000_050],
    ['0.01', 1],
    [' 1,000,000,000 ', 100_000_000_000],
  ])('%s is read in cents', (typed, cents) => {
    expect(readCapital(typed)).toEqual({ cents })
  })

  test.each([
    ['', 'Enter an amount in dollars, such as 2,000'],
    ['two thousand', 'Enter an amount in dollars, such as 2,000'],
    ['-5', 'Enter an amount in dollars, such as 2,000'],
    ['1.234', 'Enter an amount in dollars, such as 2,000'],
    ['2,00', 'Enter an amount in dollars, such as 2,000'],
    ['1e9', 'Enter an amount in dollars, such as 2,000'],
    ['0', 'Enter an amount above zero'],
    ['0.00', 'Enter an amount above zero'],
    ['1,000,000,000.01', 'Enter an amount up to $1,000,000,000'],
  ])('%j is refused with what to do', (typed, problem) => {
    expect(readCapital(typed)).toEqual({ problem })
  })
})

test('a year’s price is a share of the capital', () => {
  expect(yearlyCost(2000, 200_000)).toBe(0.12)
  expect(costText(2000, 200_000)).toBe('On $2,000, a $20 subscription costs 12% a year.')
  expect(costText(1200, 1_000_000)).toBe('On $10,000, a $12 subscription costs 1.4% a year.')
  expect(costText(2000, 1000)).toContain('costs 2,400% a year')
})

test('the price lowers the result and both ends of its range by the same amount', () => {
  const { mean, low, high } = afterPrice({ mean: '0.031', low: '-0.020', high: '0.082' }, 0.0144)
  expect([mean, low, high].map((ratio) => ratio.toFixed(4))).toEqual(['0.0166', '-0.0344', '0.0676'])
})
