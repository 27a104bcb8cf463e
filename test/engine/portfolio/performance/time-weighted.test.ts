// The time-weighted return: published examples, and accounts that are empty, in debt or not valued for a while.
import { describe, expect, test } from 'vitest'
import { annualized } from '#engine/portfolio/returns/annualized.ts'
import type { DailyValue } from '#engine/portfolio/valuation/daily-values.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { moneyWeighted } from '#engine/portfolio/returns/xirr.ts'
import { plain, valued } from './rows.ts'

describe('Published examples', () => {
  // Justin Bender, "How to Calculate Your Time-Weighted Rate of Return", canadianportfoliomanagerblog.com: both began
  // with 250,000, which were 290,621 on 15 September; one added 25,000 then, the other took them out; 9.79 % both.
  test.each([
    ['adds', { inflow: 25_000 }, 298_082, 0.0979],
    ['takes out', { outflow: 25_000 }, 250_860, 0.0979],
  ])('an investor who %s 25,000 has the same return as the investments', (_does, flow, end, expected) => {
    // An outflow is at the end of its day, an inflow at the start of the next.
    const days =
      'inflow' in flow
        ? [valued('2014-09-15', 290_621), valued('2014-12-31', end, flow)]
        : [valued('2014-09-15', 290_621 - 25_000, flow), valued('2014-12-31', end)]
    const { total } = timeWeighted([valued('2013-12-31', 250_000, { inflow: 250_000 }), ...days])
    expect(total).toBeCloseTo(expected, 4)
  })

  // CFA Program, level I, "Discounted Cash Flow Applications" (also FinCal::twrr): a share at 100, another at 120 after
  // a dividend of 2 that is paid out, 260 after dividends of 4: 22 % and 10 %, 15.84 % a year.
  test('the two shares of the CFA curriculum return 15.84 % a year', () => {
    const { total, annualized: perYear } = timeWeighted([
      valued('2021-01-01', 120, { inflow: 100, outflow: 2 }),
      valued('2022-12-31', 260, { inflow: 120, outflow: 4 }),
    ])
    expect(total).toBeCloseTo(1.22 * 1.1 - 1, 12)
    expect(perYear).toBeCloseTo(0.1584, 4)
  })

  // Wikipedia, "Time-weighted return", example 1: 500 are 1,000 after a year, 1,000 more are 1,500 together after two.
  test('a return may be 50 % without any gain in money', () => {
    const days = [valued('2021-12-31', 1000, { inflow: 500 }), valued('2022-12-31', 1500, { inflow: 1000 })]
    expect(timeWeighted(days).total).toBe(0.5)
  })

  // CFA Program, level I practice problem (theanalystspace.com, 1 April 2013): flows at the beginning of each quarter.
  test('four quarters are linked: 2.4/2.2 × 2.6/2.8 × 3.2/2.4 × 4.1/4.2', () => {
    const { total, curve } = timeWeighted([
      valued('2012-03-30', 2.4, { inflow: 2.2 }),
      // A withdrawal at the beginning of the third quarter is one at the end of the second.
      valued('2012-06-29', 2.4, { inflow: 0.4, outflow: 0.2 }),
      valued('2012-09-28', 3.2),
      valued('2012-12-31', 4.1, { inflow: 1 }),
    ])
    expect(curve.map(({ cumulative }) => cumulative.toFixed(4))).toEqual([
      '0.0909',
      '0.0130',
      '0.3506',
      '0.3185',
    ])
    expect(total).toBeCloseTo((2.4 / 2.2) * (2.6 / 2.8) * (3.2 / 2.4) * (4.1 / 4.2) - 1, 12)
  })

  // CFA Institute, GIPS standards: "Returns for periods of less than one year must not be annualized."
  test.each([
    [0.21, 730, 0.1],
    [-0.19, 730, -0.1],
    [0.1, 365, 0.1],
    [0.1, 364, null],
    [-1, 730, -1],
    [null, 730, null],
  ])('%s in %d days is %s a year', (total, days, expected) => {
    const perYear = annualized(total, days)
    if (expected === null) expect(perYear).toBeNull()
    else expect(perYear).toBeCloseTo(expected, 12)
  })
})

/** The result for an account with these days. */
const said = (...days: DailyValue[]) => {
  const { total, curve } = timeWeighted(days)
  return {
    total: total === null ? null : Number(total.toFixed(10)),
    days: curve.map(({ day }) => day.slice(-1)),
  }
}
const begun = valued('2024-01-01', 1000, { inflow: 1000 })

describe('There is no return', () => {
  test.each([
    ['of nothing', [], 'nothing_invested'],
    ['without money', [valued('2024-01-01', 0)], 'nothing_invested'],
    [
      'of dividends alone',
      [valued('2024-01-01', 3, { income: 3 }), valued('2024-01-02', 8, { income: 5 })],
      'nothing_invested',
    ],
    [
      'where the account was in debt for longer than a deposit takes',
      [valued('2024-01-01', -50), valued('2024-02-01', 950, { inflow: 1000 })],
      'began_in_debt',
    ],
    [
      'where the first deposit is less than what was owed',
      [valued('2024-01-01', -50, { outflow: 50 }), valued('2024-01-02', -30, { inflow: 20, outflow: 0 })],
      'began_in_debt',
    ],
  ])('%s', (_when, days, noReturn) => {
    expect(timeWeighted(days)).toMatchObject({ total: null, noReturn, curve: [], returns: [] })
  })
})

describe('A total loss', () => {
  test.each([
    ['is −100 %', [begun, valued('2024-01-02', 0)], ['1', '2']],
    ['is limited to 100 %, even with debts', [begun, valued('2024-01-02', -50)], ['1', '2']],
    ['may happen on the first day', [valued('2024-01-01', -50, { inflow: 10 })], ['1']],
    [
      'stays total, even if money comes in later',
      [begun, valued('2024-01-02', -1), valued('2024-01-03', 600, { inflow: 501 })],
      ['1', '2', '3'],
    ],
  ])('%s', (_what, days, known) => {
    expect(said(...days)).toEqual({ total: -1, days: known })
  })

  test('isn’t reported where only the withdrawal was larger than the balance', () => {
    const owing = valued('2024-01-02', -50, { outflow: 60 })
    const paidBack = valued('2024-01-03', 950, { inflow: 1000 })
    expect(said(begun, owing, paidBack)).toEqual({ total: -0.99, days: ['1', '2', '3'] })
  })
})

describe('An empty account', () => {
  const emptied = valued('2024-01-02', 0, { outflow: 1100 })

  test('pauses: the days count, and nothing changes', () => {
    const rest = [valued('2024-01-03', 0), valued('2024-01-04', 0)]
    expect(said(begun, emptied, ...rest)).toEqual({ total: 0.1, days: ['1', '2', '3', '4'] })
    const again = valued('2024-01-05', 550, { inflow: 500 })
    expect(said(begun, emptied, ...rest, again)).toEqual({ total: 0.21, days: ['1', '2', '3', '4', '5'] })
  })

  test('measures a late dividend against the earlier capital, whether it stays or is paid out', () => {
    // 1,000 became 1,100: a dividend of 5.50 is half a percent.
    const stayed = [valued('2024-01-03', 5.5, { income: 5.5 })]
    const paidOut = [valued('2024-01-03', 0, { outflow: 5.5, income: 5.5 })]
    for (const late of [stayed, paidOut])
      expect(said(begun, emptied, ...late).total).toBeCloseTo(1.1 * 1.005 - 1, 9)
    const again = valued('2024-01-04', 505.5, { inflow: 500 })
    expect(said(begun, emptied, ...stayed, again).total).toBeCloseTo(1.1 * 1.005 - 1, 9)
  })

  test('measures a late fee against the earlier capital too, however late it is', () => {
    const fee = { inflow: 1.1, income: -1.1 }
    for (const day of ['2024-01-03', '2025-01-03'])
      expect(said(begun, emptied, valued(day, 0, fee)).total).toBeCloseTo(1.1 * 0.999 - 1, 9)
  })

  test('whose shares get a new value after they left includes it once money comes in again', () => {
    const days = [begun, emptied, valued('2024-01-03', 0, { outflow: 5 })]
    expect(said(...days).total).toBeCloseTo(0.1, 9)
    expect(said(...days, valued('2024-01-04', 500, { inflow: 500 })).total).toBeCloseTo(1.1 * 1.01 - 1, 9)
    const unvalued = valued('2024-01-04', null, { inflow: 500 })
    expect(said(...days, unvalued, valued('2024-01-05', 500)).total).toBeCloseTo(1.1 * 1.01 - 1, 9)
  })

  test('with next to nothing left hardly moves', () => {
    const days = [begun, valued('2024-01-02', 0.05, { outflow: 1000 }), valued('2024-01-03', 5)]
    expect(said(...days).total).toBeCloseTo(1.00005 * (1 + 4.95 / 1000.05) - 1, 6)
  })

  test('exists before the first deposit: purchases on credit count once the money arrives', () => {
    expect(said(valued('2024-01-01', -40), valued('2024-01-02', 960, { inflow: 1000 }))).toEqual({
      total: -0.04,
      days: ['2'],
    })
    expect(said(valued('2024-01-01', 40), valued('2024-01-02', 1040, { inflow: 1000 })).total).toBe(0.04)
  })
})

test('days on record are calendar days, including the first and the last', () => {
  const year = [valued('2023-01-02', 100, { inflow: 100 }), valued('2024-01-01', 110)]
  expect(timeWeighted(year)).toMatchObject({ daysOnRecord: 365 })
  expect(timeWeighted(year).annualized).toBeCloseTo(0.1, 12)
  expect(timeWeighted([year[0] ?? begun, valued('2023-12-31', 110)])).toMatchObject({
    daysOnRecord: 364,
    annualized: null,
  })
})

test('without flows in between, money-weighted and time-weighted returns are equal', () => {
  const days = [begun, valued('2024-01-02', 1200), valued('2024-03-01', 900), valued('2024-06-28', 1070)]
  expect(moneyWeighted(days)?.period).toBeCloseTo(timeWeighted(days).total ?? NaN, 12)
  expect(plain(days.at(-1)?.value)).toBe(1070)
})
