// Several accounts of one person, and exports without the money that came in and went out.
import { describe, expect, test } from 'vitest'
import type { Activity } from '#engine/portfolio/activity.ts'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { internalTransfers, mergeAccounts } from '#engine/portfolio/valuation/merge-accounts.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { hasRecordedFlows, withImpliedFlows } from '#engine/portfolio/valuation/implied-flows.ts'
import { DAYS, FRI, market, MON, THU, TUE, valuationOf, WED } from './single-symbol-market.ts'
import {
  buy,
  dec,
  deposit,
  dividend,
  listed,
  plain,
  type Row,
  sell,
  split,
  transfer,
  withdrawal,
} from './rows.ts'

describe('An export without deposits and withdrawals', () => {
  const rows = [
    buy(MON, 'XYZ', 10, 50, { fee: 1 }),
    dividend(TUE, 'XYZ', 5),
    sell(WED, 'XYZ', 10, 55),
    buy(WED, 'XYZ', 8, 55),
  ]
  const closes = market({ [MON]: 50, [TUE]: 52, [WED]: 55, [THU]: 50 })

  test('is recognized by its rows', () => {
    expect(hasRecordedFlows(listed(rows))).toBe(false)
    expect(hasRecordedFlows(listed([...rows, withdrawal(THU, 1)]))).toBe(true)
  })

  test('is read as if everything was paid from outside: the return is that of what was invested', () => {
    const activities = withImpliedFlows(listed(rows))
    const account = { closes, base: 'USD', exchangeDays: DAYS }
    const { days, issues } = valueDaily({ activities, ...account })
    expect(issues).toEqual([])
    expect(days.map(({ value, inflow, outflow }) => [value, inflow, outflow].map(plain))).toEqual([
      [500, 501, 0],
      [520, 0, 5],
      [440, 0, 110],
      [400, 0, 0],
      [400, 0, 0],
      [400, 0, 0],
    ])
    const { total } = timeWeighted(days)
    expect(total).toBeCloseTo((500 / 501) * (525 / 500) * (550 / 520) * (400 / 440) - 1, 12)
    // Otherwise the purchases would be a debt.
    expect(timeWeighted(valueDaily({ activities: listed(rows), ...account }).days).total).toBeNull()
  })

  test('is the same for rows in any order', () => {
    const flowsOf = (some: Activity[]) => withImpliedFlows(some).filter(({ line }) => line === null)
    expect(flowsOf(listed(rows).toReversed()).toReversed()).toEqual(flowsOf(listed(rows)))
  })

  test('keeps each currency at zero', () => {
    const both = [buy(MON, 'XYZ', 1, 50), buy(MON, 'ABC', 1, 30, { currency: 'EUR' })]
    const flows = withImpliedFlows(listed(both)).slice(2)
    expect(flows.map(({ type, cash, currency }) => [type, plain(cash), currency])).toEqual([
      ['deposit', 50, 'USD'],
      ['deposit', 30, 'EUR'],
    ])
  })
})

describe('Several accounts', () => {
  const closes = market({ [MON]: 50, [WED]: 20, [THU]: 24 })
  const splits = [{ symbol: 'XYZ', day: WED, ratio: dec(3) }]
  const one = valuationOf([deposit(MON, 100), buy(MON, 'XYZ', 1, 50), split(WED, 'XYZ', { added: 2 })], {
    closes,
    splits,
  })
  const other = valuationOf([deposit(TUE, 100), buy(TUE, 'XYZ', 2, 50), split(THU, 'XYZ', { added: 4 })], {
    closes,
    splits,
  })

  test('are valued separately and added up', () => {
    const { days, assets, holdings, prices, issues } = mergeAccounts([one, other])
    expect(issues).toEqual([])
    expect(days.map(({ value, inflow }) => [plain(value), plain(inflow)])).toEqual([
      [100, 100],
      [200, 100],
      [110 + 120, 0],
      [122 + 144, 0],
      [122 + 144, 0],
      [122 + 144, 0],
    ])
    expect(assets).toEqual([
      { symbol: 'XYZ', currency: 'USD', value: dec(216) },
      { symbol: null, currency: 'USD', value: dec(50) },
    ])
    expect(holdings.get('XYZ')).toMatchObject({ quantity: dec(9), cost: dec(150), realized: dec(0) })
    expect(prices).toEqual(new Map([['XYZ', dec(24)]]))
  })

  test('have no return from a transfer between them', () => {
    const from = valuationOf([deposit(MON, 100), buy(MON, 'XYZ', 2, 50), transfer(TUE, 'XYZ', -1)], {
      closes,
    })
    const to = valuationOf([deposit(MON, 100), transfer(TUE, 'XYZ', 1)], { closes })
    const { days } = mergeAccounts([from, to])
    expect(timeWeighted(days.slice(0, 2)).total).toBe(0)
  })

  test('have no cost for a symbol in two currencies, unless one of them is sold out', () => {
    const inEuros = [deposit(MON, 100, 'EUR'), buy(MON, 'XYZ', 1, 40, { currency: 'EUR' })]
    const rates = new Map([['EUR', new Map([[MON, 1.25]])]])
    const abroad = valuationOf(inEuros, { closes, rates, splits })
    expect(mergeAccounts([one, abroad]).holdings.get('XYZ')).toMatchObject({
      quantity: dec(6),
      cost: null,
      realized: null,
    })
    const gone = valuationOf([...inEuros, sell(TUE, 'XYZ', 1, 44, { currency: 'EUR' })], {
      closes,
      rates,
      splits,
    })
    for (const both of [
      [one, gone],
      [gone, one],
    ])
      expect(mergeAccounts(both).holdings.get('XYZ')).toMatchObject({
        currency: 'USD',
        cost: dec(50),
        realized: null,
      })
  })

  test('take names and prices from the first account that has them', () => {
    const rates = new Map([['EUR', new Map([[MON, 1.25]])]])
    const named = { ...buy(MON, 'XYZ', 1, 40, { currency: 'EUR' }), companyName: 'Xylophones' }
    const abroad = valuationOf([deposit(MON, 100, 'EUR'), named], { closes, rates, splits })
    const first = mergeAccounts([abroad, one])
    expect(first.holdings.get('XYZ')).toMatchObject({ currency: 'EUR', companyName: 'Xylophones' })
    expect(plain(first.prices.get('XYZ'))).toBe(24 / 1.25)
    const second = mergeAccounts([one, abroad])
    expect(second.holdings.get('XYZ')).toMatchObject({ currency: 'USD', companyName: 'Xylophones' })
    expect(plain(second.prices.get('XYZ'))).toBe(24)
  })

  test('have no value if one of them has none', () => {
    const faulty = valuationOf([sell(MON, 'XYZ', 1, 50)])
    expect(mergeAccounts([one, faulty])).toMatchObject({
      days: [],
      assets: [],
      issues: [{ reason: 'sold_more_than_held' }],
    })
    const unrated = valuationOf([deposit(MON, 5, 'CHF')])
    expect(mergeAccounts([one, unrated])).toMatchObject({ days: [], assets: [], unrated: ['CHF'] })
    expect(mergeAccounts([])).toMatchObject({ days: [], assets: [], issues: [] })
  })
})

describe('A transfer between two of a person’s accounts', () => {
  // 10,000 in shares that lose a fifth on Tuesday and a tenth on Wednesday, when they are transferred.
  const closes = market({ [MON]: 100, [TUE]: 80, [WED]: 72 })
  const from = [deposit(MON, 10_000), buy(MON, 'XYZ', 100, 100)]
  const into = [deposit(MON, 2_000)]
  const out = transfer(WED, 'XYZ', -100)
  const stayed = totalOf([from, into])

  /** The return of all accounts together, like `valued` in recompute.ts. */
  function totalOf(accounts: Row[][]): number | null {
    const each = accounts.map(listed)
    const internal = internalTransfers(each)
    const valued = each.map((activities, index) =>
      valueDaily({
        activities,
        closes,
        base: 'USD',
        exchangeDays: DAYS,
        internal: internal[index] ?? new Set(),
      }),
    )
    return timeWeighted(mergeAccounts(valued).days).total
  }

  test('on one day is neither an inflow nor an outflow, so it doesn’t change the return', () => {
    expect(stayed).toBeCloseTo((7_200 + 2_000) / 12_000 - 1, 12)
    expect(
      totalOf([
        [...from, out],
        [...into, transfer(WED, 'XYZ', 100)],
      ]),
    ).toBeCloseTo(stayed ?? NaN, 12)
  })

  test('that arrives some days later is in transit, and loses nothing', () => {
    expect(
      totalOf([
        [...from, out],
        [...into, transfer(FRI, 'XYZ', 100)],
      ]),
    ).toBeCloseTo(stayed ?? NaN, 12)
  })

  test('may be cash', () => {
    const sold = [...from, sell(WED, 'XYZ', 100, 72), withdrawal(WED, 7_200)]
    expect(totalOf([sold, [...into, deposit(WED, 7_200)]])).toBeCloseTo(stayed ?? NaN, 12)
  })

  test('is not assumed for another number of shares, within one account, or weeks later', () => {
    const moved = (...accounts: Row[][]) => internalTransfers(accounts.map(listed)).map(({ size }) => size)
    expect(moved([out], [transfer(WED, 'XYZ', 100)])).toEqual([1, 1])
    expect(moved([out], [transfer(WED, 'XYZ', 99)])).toEqual([0, 0])
    expect(moved([out, transfer(WED, 'XYZ', 100)], [])).toEqual([0, 0])
    expect(moved([out], [transfer('2024-01-11', 'XYZ', 100)])).toEqual([0, 0])
    expect(moved([out, out], [transfer(WED, 'XYZ', 100)])).toEqual([1, 1])
  })
})
