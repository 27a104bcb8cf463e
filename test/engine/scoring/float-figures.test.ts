// Figures computed with floats must equal those of exact decimals, to the last digit.
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf } from '#engine/scoring/figures.ts'
import { published, publishedFloat } from '#engine/scoring/method.ts'
import { growthOf } from '#engine/scoring/price-path.ts'
import { runs } from '#test/test-scope.ts'
import { pricesOf } from './histories.ts'

const [FROM, TO] = ['2024-01-01', '2026-11-20'] as const
const DAYS = 600

/** Prices with two to six decimals, some of which repeat or make round growths. */
const close = fc.oneof(
  fc.integer({ min: 1, max: 90_000_000 }).map((number) => number / 100),
  fc.integer({ min: 1, max: 900_000_000 }).map((number) => number / 1_000_000),
  fc.constantFrom(1, 2, 3, 7, 100, 0.0001, 33.33, 66.66, 99.99),
)
const histories = fc.record({
  closes: fc.array(fc.option(close, { freq: 20 }), { minLength: DAYS, maxLength: DAYS }),
  spy: fc.array(close, { minLength: DAYS, maxLength: DAYS }),
  ends: fc.tuple(fc.nat({ max: DAYS - 1 }), fc.nat({ max: DAYS - 1 })),
  dividends: fc.dictionary(
    fc.constantFrom('2024-03-04', '2024-06-03', '2025-01-13'),
    fc.integer({ min: 1, max: 300 }).map((number) => number / 100),
  ),
  splits: fc.dictionary(fc.constantFrom('2024-05-06', '2025-03-03'), fc.constantFrom(2, 3, 0.1, 1.5)),
  side: fc.constantFrom(1 as const, -1 as const),
})

test('figures and daily returns are those of exact decimals', () => {
  fc.assert(
    fc.property(histories, ({ closes, spy, ends, dividends, splits, side }) => {
      const { share, spy: index } = pricesOf([FROM, TO], closes, { spy, dividends, splits })
      const [entry, last] = ends.toSorted((a, b) => a - b) as [number, number]
      const [own, market] = [share.growth(entry, last), index.growth(entry, last)]
      expect(figuresOf({ side, entry, last }, share, index)).toEqual({
        return: published(Decimal.max(own.minus(1).times(side), -1)),
        benchmark: published(market.minus(1)),
        excess: published(own.minus(market).times(side)),
      })
      const { value, error } = share.approximate(entry, last)
      expect(own.minus(value).abs().toNumber()).toBeLessThanOrEqual(error)
      for (let place = 1; place < DAYS; place += 1) {
        const [input, before] = [share.input(place), share.input(place - 1)]
        if (input && before) expect(share.moves[place]).toBe(growthOf(input, before.close).toNumber() - 1)
      }
    }),
    { numRuns: runs(200) },
  )
})

test('a float that could round both ways is refused, any other rounds like the decimal', () => {
  const halves = fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((number) => (number + 0.5) / 1e8)
  const near = fc.tuple(halves, fc.constantFrom(0, 1e-17, -1e-17, 1e-16, 1e-12, -1e-12, 1e-9))
  fc.assert(
    fc.property(
      fc.oneof(near, fc.tuple(fc.double({ min: -100, max: 100, noNaN: true }), fc.constant(0))),
      fc.constantFrom(0, 1e-15, 1e-13, 1e-10),
      ([middle, off], error) => {
        const ratio = middle + off
        const text = publishedFloat(ratio, error)
        if (text === null) return
        for (const end of [-error, 0, error]) expect(published(new Decimal(ratio).plus(end))).toBe(text)
      },
    ),
    { numRuns: runs(20_000) },
  )
  expect(publishedFloat(0.123456785, 1e-15)).toBeNull()
  expect(publishedFloat(-1e-12, 1e-15)).toBe('0.00000000')
  expect(publishedFloat(1e9, 1e-9)).toBeNull()
})

test('the value of a day’s trades is the float nearest to the exact product', () => {
  const volume = fc.oneof(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(1428571.43, 2 ** 50))
  fc.assert(
    fc.property(close, volume, (price, shares) => {
      const { share } = pricesOf([FROM, TO], [price], { volumes: [shares] })
      expect(share.dayValue(0)).toBe(new Decimal(price).times(shares).toNumber())
    }),
    { numRuns: runs(500) },
  )
})
