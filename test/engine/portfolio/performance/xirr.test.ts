// The money-weighted return: published examples, and flows without a rate or with several.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CashFlow, moneyWeighted, xirr } from '#engine/portfolio/returns/xirr.ts'
import { valued, weekdays } from './rows.ts'

const flows = (...all: [day: string, amount: number][]): CashFlow[] =>
  all.map(([day, amount]) => ({ day, amount }))

// support.microsoft.com, "XIRR function".
const MICROSOFT = flows(
  ['2008-01-01', -10_000],
  ['2008-03-01', 2750],
  ['2008-10-30', 4250],
  ['2009-02-15', 3250],
  ['2009-04-01', 2750],
)
// docs.rs/financial, function xirr.
const FIVE_YEARS = flows(
  ['2016-07-08', -379],
  ['2017-07-08', 100],
  ['2018-07-08', 100],
  ['2019-07-08', 100],
  ['2020-07-08', 100],
  ['2021-07-08', 100],
)

test.each([
  ['Microsoft, "XIRR function"', MICROSOFT, 0.373362535, 7],
  ['Qlik, "RangeXIRR"', flows(['2008-01-01', -2500], ['2008-09-01', 2750]), 0.1532, 4],
  ['docs.rs, financial::xirr', FIVE_YEARS, 0.10004608364, 10],
  // Bender, "How to Calculate Your Money-Weighted Rate of Return", canadianportfoliomanagerblog.com.
  [
    'Bender, investor 1',
    flows(['2013-12-31', -250_000], ['2014-09-15', -25_000], ['2014-12-31', 298_082]),
    0.0898,
    4,
  ],
  [
    'Bender, investor 2',
    flows(['2013-12-31', -250_000], ['2014-09-15', 25_000], ['2014-12-31', 250_860]),
    0.1064,
    4,
  ],
])('%s', (_source, all, rate, digits) => {
  expect(xirr(all)?.annual).toBeCloseTo(rate, digits)
})

test('flows that change direction more than once may still have one rate', () => {
  const all = flows(['2022-01-01', -100], ['2022-07-01', 50], ['2023-01-01', -20], ['2024-01-01', 90])
  expect(worthAt(all, xirr(all)?.annual ?? NaN)).toBeCloseTo(0, 9)
})

test('the result includes the return over the whole period and the yearly rate', () => {
  const half = xirr(flows(['2024-01-01', -100], ['2024-07-01', 105]))
  expect(half?.days).toBe(182)
  expect(half?.period).toBeCloseTo(0.05, 12)
  expect(half?.annual).toBeCloseTo(1.05 ** (365 / 182) - 1, 12)
})

describe('Far from zero', () => {
  test.each([
    ['a day loses nearly everything', 1e-9, -Infinity],
    ['a day loses nine tenths', 0.1, -Infinity],
    ['a day doubles it', 2, 365],
    // A yearly rate too large for a double is null.
    ['a day makes a million of it', 1e6, null],
  ])('%s', (_how, end, doublingsAYear) => {
    const { period, annual } = xirr(flows(['2024-01-01', -1], ['2024-01-02', end])) ?? {}
    expect((1 + (period ?? NaN)) / end).toBeCloseTo(1, 6)
    expect(annual == null ? annual : Number(Math.log2(1 + annual).toFixed(6))).toBe(doublingsAYear)
  })

  test('−99 % a year, where Newton’s method diverges', () => {
    const found = xirr(flows(['2022-01-01', -1000], ['2023-01-01', -1000], ['2024-01-01', 10.1]))
    expect(found?.annual).toBeCloseTo(-0.99, 4)
  })
})

describe('There is no rate', () => {
  test.each([
    ['without flows', flows()],
    ['where nothing came back', flows(['2024-01-01', -100], ['2024-06-01', -100])],
    ['where nothing was paid in', flows(['2024-01-01', 100], ['2024-06-01', 100])],
    ['on one day', flows(['2024-01-01', -100], ['2024-01-01', 110])],
    ['where a day’s flows cancel', flows(['2024-01-01', -100], ['2024-01-01', 100], ['2024-02-01', 5])],
    [
      'where none fits: −100, 100, −100',
      flows(['2022-01-01', -100], ['2023-01-01', 100], ['2024-01-01', -100]),
    ],
    // 10 % and 20 % both make it zero.
    ['where two fit: 100, −230, 132', flows(['2021-01-01', 100], ['2022-01-01', -230], ['2023-01-01', 132])],
    // (1 + r − 1.05) (1 + r − 1.1) (1 + r − 1.2).
    [
      'where three fit: 5 %, 10 % and 20 %',
      flows(['2021-01-01', 1000], ['2022-01-01', -3350], ['2023-01-01', 3735], ['2024-01-01', -1386]),
    ],
  ])('%s', (_when, all) => {
    expect(xirr(all)).toBeNull()
  })
})

test('an account’s flows count like its days: inflows at the start, outflows at the end', () => {
  const oneDay = [valued('2024-01-02', 105, { inflow: 100 })]
  expect(moneyWeighted(oneDay)).toMatchObject({ days: 1 })
  expect(moneyWeighted(oneDay)?.period).toBeCloseTo(0.05, 12)
  const twoDays = [valued('2024-01-02', 55, { inflow: 100, outflow: 50 }), valued('2024-01-03', 57)]
  // 100 for one day, and 50 less for the next: 100 x² = 50 x + 57.
  const growth = (50 + Math.sqrt(2500 + 4 * 100 * 57)) / 200
  expect(moneyWeighted(twoDays)?.period).toBeCloseTo(growth ** 2 - 1, 12)
})

test('flows after the last known value are ignored', () => {
  const known = [valued('2024-01-02', 100, { inflow: 100 }), valued('2024-01-03', 110)]
  const later = [...known, valued('2024-01-04', null, { inflow: 5 })]
  expect(moneyWeighted(later)).toEqual(moneyWeighted(known))
  expect(moneyWeighted([valued('2024-01-02', null, { inflow: 100 })])).toBeNull()
})

/** Several deposits, then one withdrawal: one rate fits. */
const savings = fc
  .record({
    paid: fc.array(fc.double({ min: 100, max: 2000, noNaN: true }), { minLength: 1, maxLength: 5 }),
    back: fc.array(fc.double({ min: 100, max: 2000, noNaN: true }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ paid, back }) => {
    const amounts = [...paid.map((amount) => -amount), ...back]
    const days = weekdays('2023-01-02', amounts.length * 20)
    return amounts.map((amount, index) => ({ day: days[index * 20] ?? '', amount }))
  })

/** The present value of the flows at a rate, calculated simply. */
function worthAt(all: CashFlow[], annual: number): number {
  const start = Date.parse(all[0]?.day ?? '')
  return all.reduce((sum, { day, amount }) => {
    return sum + amount / (1 + annual) ** ((Date.parse(day) - start) / 86_400_000 / 365)
  }, 0)
}

test('at the rate found, deposits and withdrawals have the same present value', () => {
  fc.assert(
    fc.property(savings, (all) => {
      const found = xirr(all)
      // Beyond −99.99999999 % the simple sum has no digits left to compare.
      const annual = found?.annual ?? -1
      fc.pre(annual > -0.99999999)
      const largest = all.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
      const [step, noise] = [1e-7 * (1 + annual), 1e-9 * largest]
      expect(worthAt(all, annual - step)).toBeGreaterThan(-noise)
      expect(worthAt(all, annual + step)).toBeLessThan(noise)
    }),
  )
})

test('savings always have a rate, which is independent of size and order', () => {
  fc.assert(
    fc.property(savings, (all) => {
      const logarithm = (some: CashFlow[]) => Math.log1p(xirr(some)?.period ?? NaN)
      const found = logarithm(all)
      expect(found).not.toBeNaN()
      const more = all.map(({ day, amount }) => ({ day, amount: amount * 10 }))
      expect(logarithm(more)).toBeCloseTo(found, 3)
      expect(logarithm(all.toReversed())).toBeCloseTo(found, 3)
    }),
  )
})
