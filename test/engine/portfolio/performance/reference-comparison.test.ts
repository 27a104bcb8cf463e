// Property tests: invariants of the figures of any account, and agreement with a simple reference implementation.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { averageCost } from '#engine/portfolio/holdings/holding.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { maximumDrawdown } from '#engine/portfolio/returns/risk.ts'
import { marginAccountArbitrary, distance, figuresOf, RUNS, TINY, withRows } from './account-arbitrary.ts'
import { referenceAverageCost, referenceDays, unitPrices } from './reference-performance.ts'
import { dec, plain } from './rows.ts'

test('the generated accounts are varied: traded, sold short, transferred, in two currencies, with prices missing', () => {
  const seen = fc.sample(marginAccountArbitrary, { numRuns: 200, seed: 7 })
  const types = new Set(seen.flatMap(({ activities }) => activities.map(({ type }) => type)))
  expect(types).toEqual(new Set(['deposit', 'buy', 'sell', 'dividend', 'fee', 'withdrawal', 'transfer']))
  const sales = seen.filter(({ activities }) => activities.some(({ type }) => type === 'sell'))
  expect(sales.length).toBeGreaterThan(40)
  const covers = seen.filter(({ activities }) =>
    activities.some(({ type, isShort }) => type === 'buy' && isShort),
  )
  expect(covers.length).toBeGreaterThan(40)
  expect(
    seen.some(({ closes, exchangeDays }) => (closes.get('AAA')?.byDay.size ?? 0) < exchangeDays.length),
  ).toBe(true)
})

test('the total is the product of its days, and the curve their products so far', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, (account) => {
      const { total, returns, curve } = figuresOf(account)
      let growth = 1
      expect(curve.map(({ day }) => day)).toEqual(returns.map(({ day }) => day))
      for (const [index, { ratio }] of returns.entries()) {
        growth *= 1 + ratio
        expect(distance(curve[index]?.cumulative, growth - 1)).toBeLessThan(1e-12)
      }
      expect(distance(total, growth - 1)).toBeLessThan(1e-12)
      const { depth } = maximumDrawdown(curve)
      expect(depth).toBeGreaterThanOrEqual(0)
      expect(depth).toBeLessThanOrEqual(1)
    }),
    RUNS,
  )
})

test('only short positions and their costs are negative; no average cost is', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, ({ activities }) => {
      const { book } = buildBook(activities, { priceOn: () => dec(3) })
      const held = book?.days.flatMap(({ holdings }) => [...holdings.values()]) ?? []
      expect(book).not.toBeNull()
      for (const holding of held) {
        expect(plain(holding.short)).toBeGreaterThanOrEqual(0)
        expect(plain(holding.quantity.plus(holding.short))).toBeGreaterThanOrEqual(0)
        expect(plain(holding.quantity.times(holding.cost ?? 0))).toBeGreaterThanOrEqual(0)
        expect(plain(averageCost(holding)) ?? 0).toBeGreaterThanOrEqual(0)
      }
    }),
    RUNS,
  )
})

test('average cost equals the reference with exact fractions', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, (account) => {
      const traded = withRows(account, (row) => (row.type === 'transfer' ? [] : row))
      const { book } = buildBook(traded.activities)
      // Without the transfers, some sales would exceed the holdings.
      fc.pre(book !== null)
      for (const [symbol, holding] of book?.holdings ?? [])
        expect(distance(plain(averageCost(holding)), referenceAverageCost(traded, symbol))).toBeLessThan(TINY)
    }),
    RUNS,
  )
})

test('values and flows equal the sums recalculated from scratch for each day', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, (account) => {
      const { days } = valueDaily(account)
      expect(days.length).toBe(account.exchangeDays.length)
      for (const [index, expected] of referenceDays(account).entries()) {
        const found = days[index]
        expect(found?.day).toBe(expected.day)
        expect(distance(plain(found?.value), expected.value)).toBeLessThan(TINY)
        expect(distance(plain(found?.inflow), expected.inflow)).toBeLessThan(TINY)
        expect(distance(plain(found?.outflow), expected.outflow)).toBeLessThan(TINY)
      }
    }),
    RUNS,
  )
})

test('the return equals that of a unitized fund', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, (account) => {
      const prices = unitPrices(referenceDays(account))
      const { curve } = figuresOf(account)
      for (const [index, price] of prices.entries())
        expect(distance(curve[index]?.cumulative, price - 1)).toBeLessThan(TINY)
    }),
    RUNS,
  )
})
