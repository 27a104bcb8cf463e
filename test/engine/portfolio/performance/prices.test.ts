// The price of a share on a day without a market close.
import { describe, expect, test } from 'vitest'
import { FRI, market, MON, THU, TUE, valuationOf, valuesOf, WED } from './single-symbol-market.ts'
import { buy, dec, deposit, sell, split, transfer } from './rows.ts'

describe('The price of a day without a close', () => {
  const held = [deposit(MON, 100), buy(MON, 'XYZ', 1, 100)]

  test('is the last known close', () => {
    const closes = market({ [MON]: 110, [WED]: 90 })
    expect(valuesOf(held, { closes }).map(([value]) => value)).toEqual([110, 110, 90, 90, 90, 90])
  })

  test('is found for closes in any order', () => {
    const closes = market({ [WED]: 90, [MON]: 110, [THU]: 80, [TUE]: 100 })
    expect(valuesOf(held, { closes }).map(([value]) => value)).toEqual([110, 100, 90, 80, 80, 80])
  })

  test('may be a close from before the account began', () => {
    expect(valuesOf(held, { closes: market({ '2023-12-29': 105 }) })[0]).toEqual([105, 100, 0])
  })

  test('before the first close is the price of the account’s last trade, without its fee', () => {
    const rows = [...held, sell(WED, 'XYZ', 0.5, 130, { fee: 7 })]
    const closes = market({ [FRI]: 120 })
    expect(valuesOf(rows, { closes }).map(([value]) => value)).toEqual([
      100,
      100,
      58 + 65,
      58 + 65,
      58 + 60,
      118,
    ])
  })

  test('is the average of all trades of a day', () => {
    const rows = [deposit(MON, 400), buy(MON, 'XYZ', 1, 100), buy(MON, 'XYZ', 3, 80)]
    expect(valuesOf(rows)[0]).toEqual([400, 400, 0])
    expect(valuationOf(rows).assets).toMatchObject([{ symbol: 'XYZ', value: dec(340) }, { value: dec(60) }])
  })

  test('is the price paid if the stated price is for one share of a hundred', () => {
    const option = { ...buy(MON, 'XYZ', 2, 1.5), cash: dec(-300) }
    expect(valuesOf([deposit(MON, 300), option])[0]).toEqual([300, 300, 0])
  })

  test('for transferred shares is the next known price, so that they gain nothing until then', () => {
    const rows = [deposit(MON, 50), transfer(TUE, 'XYZ', 2, 10)]
    expect(valuesOf(rows, { closes: market({ [THU]: 40, [FRI]: 44 }) })).toEqual([
      [50, 50, 0],
      [130, 80, 0],
      [130, 0, 0],
      [130, 0, 0],
      [138, 0, 0],
      [138, 0, 0],
    ])
    const sold = [...rows, sell(FRI, 'XYZ', 2, 35)]
    expect(valuesOf(sold).map(([value]) => value)).toEqual([50, 120, 120, 120, 120, 120])
  })

  test('without any close or trade is the transfer’s price, or zero', () => {
    const valuation = valuationOf([deposit(MON, 50), transfer(TUE, 'XYZ', 2, 10)])
    expect(valuation.days[1]).toMatchObject({ value: dec(70), inflow: dec(20) })
    expect(valuation.unpriced.size).toBe(0)
    const untold = valuationOf([deposit(MON, 50), transfer(TUE, 'XYZ', 2)])
    expect(untold.days[1]).toMatchObject({ value: dec(50), inflow: dec(0) })
    expect([...untold.unpriced.keys()]).toEqual(['XYZ'])
  })

  test('ignores shares that were given away', () => {
    const gift = { ...buy(TUE, 'XYZ', 1, 0) }
    expect(valuesOf([...held, gift]).map(([value]) => value)).toEqual([100, 200, 200, 200, 200, 200])
  })

  test('is divided by a later split, and multiplied before one', () => {
    const rows = [deposit(MON, 100), transfer(TUE, 'XYZ', 1), split(THU, 'XYZ', { ratio: 4 })]
    const values = valuesOf(rows, { closes: market({ [FRI]: 30 }) })
    expect(values.map(([value, inflow]) => [value, inflow])).toEqual([
      [100, 100],
      [220, 120],
      [220, 0],
      [220, 0],
      [220, 0],
      [220, 0],
    ])
  })
})
