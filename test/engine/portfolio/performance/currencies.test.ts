// Accounts in several currencies, with rates known on some days.
import { describe, expect, test } from 'vitest'
import { market, MON, THU, TUE, valuationOf, valuesOf, WED } from './single-symbol-market.ts'
import { buy, deposit, exchange, plain, transfer } from './rows.ts'

describe('Amounts in foreign currencies', () => {
  const rates = new Map([
    [
      'EUR',
      new Map([
        [MON, 1.1],
        [WED, 1.2],
      ]),
    ],
  ])
  const euros = { currency: 'EUR' }
  const rows = [deposit(MON, 1000, 'EUR'), buy(MON, 'XYZ', 10, 50, euros)]

  test('are converted to the account’s currency at the last known rate', () => {
    const closes = market({ [MON]: 50, [THU]: 60 }, 'EUR')
    expect(valuesOf(rows, { closes, rates }).map(([value, inflow]) => [value, inflow])).toEqual([
      [1100, 1100],
      [1100, 0],
      [1200, 0],
      [1320, 0],
      [1320, 0],
      [1320, 0],
    ])
  })

  test('use the first known rate on the days before it', () => {
    const late = new Map([['EUR', new Map([[WED, 1.2]])]])
    expect(valuesOf(rows, { closes: market({ [MON]: 50 }, 'EUR'), rates: late })[0]).toEqual([1200, 1200, 0])
  })

  test('are separate from the currency of closes, which is the market’s', () => {
    const closes = market({ [MON]: 55 }, 'USD')
    expect(valuesOf(rows, { closes, rates })[0]).toEqual([550 + 550, 1100, 0])
  })

  test('value transferred shares at their close in the row’s currency', () => {
    const inEuros = [{ ...transfer(MON, 'XYZ', 2), currency: 'EUR' }]
    const { holdings } = valuationOf(inEuros, { closes: market({ [MON]: 55 }, 'USD'), rates })
    expect([plain(holdings.get('XYZ')?.cost), holdings.get('XYZ')?.currency]).toEqual([100, 'EUR'])
    const unrated = valuationOf(inEuros, { closes: market({ [MON]: 55 }, 'USD') })
    expect(unrated.holdings.get('XYZ')?.cost).toBeNull()
  })

  test('without any rate have no value at all, and the currency is named', () => {
    const found = valuationOf([...rows, deposit(MON, 5, 'CHF'), deposit(TUE, 10)], {
      closes: market({ [MON]: 50 }, 'EUR'),
      rates,
    })
    expect(found).toMatchObject({ days: [], assets: [], unrated: ['CHF'] })
  })

  test('exchanged at the day’s rate cause neither a flow nor a gain', () => {
    const both = [...rows, exchange(TUE, -500, 'EUR'), exchange(TUE, 550, 'USD')]
    const values = valuesOf(both, { closes: market({ [MON]: 50 }, 'EUR'), rates })
    expect(values.slice(0, 3)).toEqual([
      [1100, 1100, 0],
      [1100, 0, 0],
      [600 + 550, 0, 0],
    ])
    expect(valuationOf(both, { closes: market({ [MON]: 50 }, 'EUR'), rates }).unpriced.size).toBe(0)
  })

  test('have the holding’s price in the currency it was bought in', () => {
    const closes = market({ [MON]: 50, [THU]: 66 }, 'USD')
    const { prices } = valuationOf([...rows, buy(MON, 'ABC', 1, 7, euros)], { closes, rates })
    expect([...prices].map(([symbol, price]) => [symbol, plain(price)])).toEqual([
      ['XYZ', 55],
      ['ABC', 7],
    ])
  })
})
