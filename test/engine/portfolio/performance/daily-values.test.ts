// The value of an account on each day, and its flows.
import { describe, expect, test } from 'vitest'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import {
  FRI,
  market,
  MON,
  NEXT,
  SATURDAY,
  THU,
  TUE,
  valuationOf,
  valuesOf,
  WED,
} from './single-symbol-market.ts'
import { buy, dec, deposit, dividend, fee, plain, sell, split, transfer, withdrawal } from './rows.ts'

test('the value is shares at their close plus cash; deposits and withdrawals are flows, the rest is return', () => {
  const rows = [
    deposit(TUE, 1000),
    buy(TUE, 'XYZ', 10, 50, { fee: 1 }),
    dividend(WED, 'XYZ', 5),
    fee(THU, 2),
    sell(THU, 'XYZ', 4, 60),
    withdrawal(FRI, 300),
  ]
  expect(
    valuesOf(rows, { closes: market({ [TUE]: 52, [WED]: 55, [THU]: 58, [FRI]: 57, [NEXT]: 50 }) }),
  ).toEqual([
    [499 + 520, 1000, 0],
    [504 + 550, 0, 0],
    [742 + 348, 0, 0],
    [442 + 342, 0, 300],
    [442 + 300, 0, 0],
  ])
})

describe('A transfer of shares', () => {
  test('is a flow at that day’s close, regardless of the price that the broker reported', () => {
    const rows = [deposit(MON, 100), transfer(TUE, 'XYZ', 2, 5), transfer(THU, 'XYZ', -1, 5)]
    const closes = market({ [TUE]: 50, [WED]: 60, [THU]: 70 })
    expect(valuesOf(rows, { closes }).slice(0, 4)).toEqual([
      [100, 100, 0],
      [200, 100, 0],
      [220, 0, 0],
      [170, 0, 70],
    ])
    const { total } = timeWeighted(valuationOf(rows, { closes }).days)
    expect(total).toBeCloseTo(1.1 * (240 / 220) - 1, 12)
  })

  test('over a weekend with a split flows as the new shares', () => {
    const rows = [deposit(MON, 100), transfer(SATURDAY, 'XYZ', 2), split(NEXT, 'XYZ', { ratio: 3 })]
    const closes = market({ [FRI]: 90, [NEXT]: 31 })
    expect(valuesOf(rows, { closes }).at(-1)).toEqual([100 + 186, 186, 0])
  })
})

describe('A day without trading', () => {
  test('counts on the next exchange day, and not before there is one', () => {
    expect(valuesOf([deposit(SATURDAY, 100)])).toEqual([[100, 100, 0]])
    expect(valuesOf([deposit('2024-01-09', 100)])).toEqual([])
    expect(valuesOf([deposit(MON, 50), deposit('2024-01-09', 100)]).at(-1)).toEqual([50, 0, 0])
  })
})

test('lists the last day’s value by holding and currency, without closed positions', () => {
  const rows = [
    deposit(MON, 100),
    deposit(MON, 10, 'EUR'),
    buy(MON, 'XYZ', 1, 60),
    buy(MON, 'ABC', 1, 40),
    sell(TUE, 'ABC', 1, 50),
    withdrawal(TUE, 50),
  ]
  const rates = new Map([['EUR', new Map([[MON, 2]])]])
  const { assets, days } = valuationOf(rows, { closes: market({ [FRI]: 75 }), rates })
  expect(assets).toEqual([
    { symbol: 'XYZ', currency: 'USD', value: dec(75) },
    { symbol: null, currency: 'EUR', value: dec(20) },
  ])
  expect(plain(days.at(-1)?.value)).toBe(95)
})
