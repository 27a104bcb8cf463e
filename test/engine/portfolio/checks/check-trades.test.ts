// Trades are compared with the day's range: which deviations real files have, and which prices are impossible.
import type { DayBar } from '#engine/market/prices.ts'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTrades } from '#engine/portfolio/checks/check-trades.ts'
import { buy, dec, listed, type Row, sell } from '../performance/rows.ts'

const bar = (day: string, low: number | null, high: number | null): DayBar => ({
  day,
  close: dec(high ?? 100),
  volume: null,
  low: low === null ? null : dec(low),
  high: high === null ? null : dec(high),
})
/** Thursday to Monday. */
const BARS = [
  bar('2026-03-05', 98, 102),
  bar('2026-03-06', 100, 104),
  bar('2026-03-09', 103, 107),
  bar('2026-03-10', null, null),
]
const DAY = '2026-03-06'
const dollars = () => dec(1)

const check = (row: Row) => checkTrades(listed([row]), BARS, [], dollars)
const isOutside = (row: Row) => check(row)[0]?.isOutside

describe('A trade', () => {
  test.each([
    ['in the middle', buy(DAY, 'ACME', 10, 102), false],
    ['at the low', buy(DAY, 'ACME', 10, 100), false],
    ['at the high', sell(DAY, 'ACME', 10, 104), false],
    ['a rounding error beyond it', buy(DAY, 'ACME', 10, 99.7), false],
    ['of a few cents, in whole cents', buy(DAY, 'ACME', '0.0001', 102), false],
    ['ten times as expensive', buy(DAY, 'ACME', 10, 1020), true],
    ['bought two percent below the low', buy(DAY, 'ACME', 10, 98), true],
    ['sold two percent above the high', sell(DAY, 'ACME', 10, 106.1), true],
    ['bought with an unlisted fee', buy(DAY, 'ACME', 10, 105), false],
    ['sold with an unlisted fee', sell(DAY, 'ACME', 10, 99), false],
    ['bought with a fee that is listed', buy(DAY, 'ACME', 10, 102, { fee: 25 }), false],
    ['bought for nothing', buy(DAY, 'ACME', 10, 0), true],
    ['on a Saturday, at a price of Friday', buy('2026-03-07', 'ACME', 10, 100), false],
    ['on a Saturday, at a price of Monday', buy('2026-03-07', 'ACME', 10, 107), false],
    ['on a Saturday, at a price of neither', buy('2026-03-07', 'ACME', 10, 90), true],
  ])('%s', (_what, row, expected) => {
    expect(isOutside(row)).toBe(expected)
  })

  test.each([
    ['shares that became worthless', sell(DAY, 'ACME', 10, 0)],
    ['a day with an unknown range', buy('2026-03-10', 'ACME', 10, 500)],
    ['a day long after the last one', buy('2026-05-10', 'ACME', 10, 500)],
  ])('is not compared: %s', (_what, row) => {
    expect(check(row)).toEqual([])
  })

  test('is compared in its own currency, with room for the rate of the moment', () => {
    const own = listed([
      buy(DAY, 'ACME', 10, 93, { currency: 'EUR' }),
      buy(DAY, 'ACME', 10, 60, { currency: 'EUR' }),
    ])
    const found = checkTrades(own, BARS, [], () => dec('0.91'))
    expect(found.map((one) => one.isOutside)).toEqual([false, true])
    expect(found[0]).toMatchObject({ low: expect.closeTo(91, 6), high: expect.closeTo(94.64, 6) })
    expect(checkTrades(own, BARS, [], () => null)).toEqual([])
  })

  test('may be counted in old or new shares around a split, but not later', () => {
    const split = (day: string) => [{ day, ratio: dec(4) }]
    const inNewShares = listed([buy(DAY, 'ACME', 40, '25.5')])
    expect(checkTrades(inNewShares, BARS, split('2026-03-09'), dollars)[0]?.isOutside).toBe(false)
    expect(checkTrades(inNewShares, BARS, split('2026-05-09'), dollars)[0]?.isOutside).toBe(true)
  })
})

test('of any size is inside at a price within the range, and outside at three times the high', () => {
  const size = fc.double({ min: 0.5, max: 1e6, noNaN: true })
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(size, place, fc.boolean(), (shares, at, isBuy) => {
      const trade = isBuy ? buy : sell
      const price = new Decimal(100 + 4 * at)
      expect(isOutside(trade(DAY, 'ACME', shares, price))).toBe(false)
      expect(isOutside(trade(DAY, 'ACME', shares, price.times(3)))).toBe(true)
    }),
  )
})
