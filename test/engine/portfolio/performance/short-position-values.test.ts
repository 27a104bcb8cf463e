// The value and return of an account with short positions, and what others see of it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { holdingRowsOf } from '#engine/portfolio/holdings/holding-rows.ts'
import { percentSincePurchase } from '#engine/portfolio/holdings/holding-return.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { mergeAccounts } from '#engine/portfolio/valuation/merge-accounts.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { withImpliedFlows } from '#engine/portfolio/valuation/implied-flows.ts'
import { marginAccountArbitrary, RUNS } from './account-arbitrary.ts'
import { DAYS, FRI, market, MON, THU, TUE, valuationOf, valuesOf, WED } from './single-symbol-market.ts'
import { buy, closesOf, dec, deposit, dividend, listed, plain, type Row, sell, short } from './rows.ts'

const opened = [deposit(MON, 1000), short(sell(TUE, 'XYZ', 10, 50))]

describe('An account with short positions', () => {
  test('is worth its cash minus what is owed, and pays dividends on it', () => {
    const rows = [...opened, dividend(THU, 'XYZ', -5), short(buy(FRI, 'XYZ', 10, 40))]
    const closes = market({ [TUE]: 50, [WED]: 55, [THU]: 45, [FRI]: 40 })
    expect(valuesOf(rows, { closes }).map(([value]) => value)).toEqual([1000, 1000, 950, 1045, 1095, 1095])
    expect(timeWeighted(valuationOf(rows, { closes }).days).total).toBeCloseTo(0.095, 12)
  })

  test('whose debts exceed its assets counts as a total loss, until it recovers without new money', () => {
    const closes = market({ [TUE]: 50, [WED]: 160, [THU]: 40 })
    const curveOf = (rows: Row[]) =>
      timeWeighted(valuationOf(rows, { closes }).days).curve.map(({ cumulative }) => cumulative)
    expect(curveOf(opened)).toEqual([0, 0, -1, 0.1, 0.1, 0.1].map((each) => expect.closeTo(each, 12)))
    expect(curveOf([...opened, deposit(THU, 500)]).slice(2)).toEqual([-1, -1, -1, -1])
  })

  test('covered at the sale price, without fees, gains nothing', () => {
    const some = fc.record({
      shares: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 1, max: 9999 }),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (sales) => {
        const rows = sales.flatMap(({ shares, price }, index) => [
          short(sell(TUE, `S${index}`, shares, dec(price).div(100))),
          short(buy(THU, `S${index}`, shares, dec(price).div(100))),
        ])
        const { days, holdings } = valuationOf([deposit(MON, 10_000), ...rows], { closes: new Map() })
        expect(timeWeighted(days).total).toBe(0)
        for (const { realized, quantity } of holdings.values())
          expect([plain(realized), plain(quantity)]).toEqual([0, 0])
      }),
      RUNS,
    )
  })
})

test('a short position mirrors a long position with reversed signs', () => {
  fc.assert(
    fc.property(marginAccountArbitrary, ({ activities }) => {
      const trades = activities.filter(({ type }) => type === 'buy' || type === 'sell')
      const own = trades.filter(({ isShort }) => !isShort).map((row) => ({ ...row, fee: dec(0) }))
      const turned = own.map((row) => ({
        ...row,
        type: row.type === 'buy' ? ('sell' as const) : ('buy' as const),
        quantity: row.quantity.negated(),
        cash: row.cash.negated(),
        isShort: true as const,
      }))
      const [held, owed] = [buildBook(own).book, buildBook(turned).book]
      fc.pre(held !== null)
      for (const [symbol, { quantity, cost, realized }] of held?.holdings ?? []) {
        const found = owed?.holdings.get(symbol)
        expect(plain(found?.quantity)).toBeCloseTo(-(plain(quantity) ?? NaN), 9)
        expect(plain(found?.cost)).toBeCloseTo(-(plain(cost) ?? NaN), 9)
        expect(plain(found?.realized)).toBeCloseTo(-(plain(realized) ?? NaN), 9)
      }
    }),
    RUNS,
  )
})

describe('Without recorded deposits', () => {
  const returnOf = (rows: Row[], closes: Record<string, number>) => {
    const activities = withImpliedFlows(listed(rows))
    const account = { activities, closes: market(closes), base: 'USD', exchangeDays: DAYS }
    return timeWeighted(valueDaily(account).days).total
  }

  test('a short sale alone has no return, because its collateral is unknown', () => {
    const rows = [short(sell(TUE, 'XYZ', 10, 50)), short(buy(THU, 'XYZ', 10, 40))]
    expect(returnOf(rows, { [TUE]: 50, [WED]: 45, [THU]: 40 })).toBeNull()
  })

  test('a short sale beside held shares gains on their cost', () => {
    const rows = [buy(TUE, 'ABC', 10, 100), short(sell(TUE, 'XYZ', 10, 50)), short(buy(THU, 'XYZ', 10, 40))]
    expect(returnOf(rows, { [TUE]: 50, [WED]: 45, [THU]: 40 })).toBeCloseTo(0.1, 12)
  })

  test('an option that expires keeps its premium', () => {
    const ended = { ...short(buy(THU, 'XYZ', 10, 0)), price: dec(0) }
    const flows = withImpliedFlows(listed([short(sell(TUE, 'XYZ', 10, 5)), ended]))
    expect(flows.slice(2)).toMatchObject([{ type: 'withdrawal', day: THU, cash: dec(-50) }])
  })
})

describe('Other people see', () => {
  const closes = new Map(
    Object.entries({ AAA: 75, BBB: 25, CCC: 20 }).map(([symbol, price]) => [
      symbol,
      closesOf('USD', { [WED]: price }),
    ]),
  )
  const data = { closes, splits: [], rates: new Map(), hasBaseRates: true, mismatched: [] }
  const rows = [
    deposit(MON, 1000),
    short(sell(TUE, 'CCC', 1, 25)),
    { ...buy(TUE, 'AAA', 1, 50), companyName: 'Triple A' },
    buy(TUE, 'BBB', 1, 25),
  ]
  const seen = (all: Row[]) =>
    holdingRowsOf(valuationOf(all, { closes }), data).holdings.map(
      ({ ticker, companyName, weight, percentReturn }) =>
        `${ticker} ${companyName} ${weight} ${percentReturn}`,
    )

  const cashWeight = (all: Row[]) => holdingRowsOf(valuationOf(all, { closes }), data).cashWeight

  test('long positions, then short ones with a minus and a note, as parts of the account including cash', () => {
    // Worth 1030: 950 of cash, 75 and 25 of shares, less 20 that is owed.
    expect(seen(rows)).toEqual([
      'AAA Triple A 7.3% +50.0%',
      'BBB BBB 2.4% +0.0%',
      'CCC CCC (sold short) -1.9% +20.0%',
    ])
    expect(cashWeight(rows)).toBe('92.2%')
  })

  test('borrowed cash with a minus, and the shares bought with it above 100 percent', () => {
    const all = [deposit(MON, 25), buy(TUE, 'AAA', 1, 50)]
    expect(seen(all)).toEqual(['AAA AAA 150.0% +50.0%'])
    expect(cashWeight(all)).toBe('-50.0%')
  })

  test('no cash weight without cash, or with too little', () => {
    expect(cashWeight([deposit(MON, 50), buy(TUE, 'AAA', 1, 50)])).toBeNull()
    expect(cashWeight([deposit(MON, 50.01), buy(TUE, 'AAA', 1, 50)])).toBeNull()
  })

  test('no weights if debts are at least as large as assets', () => {
    const all = [deposit(MON, 1), short(sell(TUE, 'CCC', 2, 10))]
    expect(seen(all)).toEqual(['CCC CCC (sold short) null -100.0%'])
    expect(cashWeight(all)).toBeNull()
  })

  test('the combined cash of several accounts', () => {
    const both = mergeAccounts([
      valuationOf([deposit(MON, 75), buy(TUE, 'AAA', 1, 50)], { closes }),
      valuationOf([deposit(MON, 75)], { closes }),
    ])
    expect(holdingRowsOf(both, data)).toMatchObject({
      holdings: [{ ticker: 'AAA', weight: '42.9%' }],
      cashWeight: '57.1%',
    })
  })

  test('no percentage for a symbol that is long in one account and short in another', () => {
    const both = mergeAccounts([
      valuationOf([deposit(MON, 500), buy(TUE, 'CCC', 3, 25)], { closes }),
      valuationOf(rows.slice(0, 2), { closes }),
    ])
    const holding = both.holdings.get('CCC')
    expect(plain(holding?.quantity)).toBe(2)
    expect(holding && percentSincePurchase(holding, dec(20))).toBeNull()
  })
})
