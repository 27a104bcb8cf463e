// Average cost per holding: worked examples of tax authorities, and everything that changes shares or cost.
import { expect, test } from 'vitest'
import { averageCost, type Holding } from '#engine/portfolio/holdings/holding.ts'
import { percentSincePurchase, unrealized } from '#engine/portfolio/holdings/holding-return.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { placeSplits } from '#engine/portfolio/valuation/place-splits.ts'
import { buy, dec, dividend, exchange, listed, plain, type Row, sell, split, transfer } from './rows.ts'

/** The holding of a symbol after all rows. Throws the first issue's message. */
function holdingAfter(rows: Row[], symbol = 'XYZ', price?: number): Holding {
  const priceOn = () => (price === undefined ? null : dec(price))
  const { book, issues } = buildBook(placeSplits(listed(rows)), { priceOn })
  if (!book) throw new Error(issues[0]?.message)
  const holding = book.holdings.get(symbol)
  if (!holding) throw new Error(`${symbol} was never held`)
  return holding
}
const figuresOf = (holding: Holding) => ({
  shares: plain(holding.quantity),
  cost: plain(holding.cost),
  average: plain(averageCost(holding)),
  realized: plain(holding.realized),
})

// thefinancebase.com, "Calculate Non-Retirement Mutual Fund Basis": $3,000 and $2,000 with a fee of $20 each.
test('the cost includes purchase fees: 5,040 for 150 shares is 33.60 a share', () => {
  const rows = [buy('2024-01-02', 'XYZ', 100, 30, { fee: 20 }), buy('2024-07-02', 'XYZ', 50, 40, { fee: 20 })]
  expect(figuresOf(holdingAfter(rows))).toEqual({ shares: 150, cost: 5040, average: 33.6, realized: 0 })
})

// HMRC Capital Gains Manual CG51622: 2,000 shares at £4.50, 4,000 at £5 by a rights issue, 600 sold at £6, costs £30.
test('a sale removes its share of the pool: 600 of 6,000 shares cost 2,900 of 29,000', () => {
  const rows = [
    buy('2012-05-01', 'B', 2000, 4.5),
    buy('2014-01-15', 'B', 4000, 5),
    sell('2016-03-01', 'B', 600, 6, { fee: 30 }),
  ]
  const after = holdingAfter(rows, 'B')
  expect(figuresOf(after)).toMatchObject({ shares: 5400, cost: 26_100, realized: 3600 - 30 - 2900 })
  expect(plain(averageCost(after))).toBeCloseTo(29_000 / 6000, 12)
})

// HMRC Capital Gains Manual CG51624: half of 10,000 shares for £100,000, sold for £60,000 with costs of £4,000.
test('the gain excludes selling fees: 60,000 − 4,000 − 50,000', () => {
  const rows = [buy('2005-01-10', 'A', 10_000, 10), sell('2013-01-10', 'A', 5000, 12, { fee: 4000 })]
  expect(figuresOf(holdingAfter(rows, 'A'))).toEqual({
    shares: 5000,
    cost: 50_000,
    average: 10,
    realized: 6000,
  })
})

// IRS, "Stocks (options, splits, traders)": 100 shares at $10 and 100 at $12, then two for one.
test('a split keeps the cost: 2,200 for 200 shares is 2,200 for 400', () => {
  const rows = [buy('2024-01-02', 'XYZ', 100, 10), buy('2024-02-01', 'XYZ', 100, 12)]
  const told4 = { shares: 400, cost: 2200, average: 5.5, realized: 0 }
  for (const how of [{ ratio: 2 }, { added: 200 }, { ratio: 2, added: 200 }])
    expect(figuresOf(holdingAfter([...rows, split('2024-03-01', 'XYZ', how)]))).toEqual(told4)
})

test('a fraction left by a split and paid out is sold at its share of the cost', () => {
  const paidOut = { ...split('2024-03-01', 'XYZ', { ratio: 1.5, added: 2 }), cash: dec(4) }
  const after = figuresOf(holdingAfter([buy('2024-01-02', 'XYZ', 5, 15), paidOut]))
  expect(after).toEqual({ shares: 7, cost: 70, average: 10, realized: 4 - 5 })
})

test('a split of one for three leaves a third, however many digits the ratio has', () => {
  const rows = [
    buy('2024-01-02', 'XYZ', 9, 10),
    split('2024-03-01', 'XYZ', { ratio: dec(1).div(3), added: -6 }),
  ]
  expect(figuresOf(holdingAfter(rows))).toEqual({ shares: 3, cost: 90, average: 30, realized: 0 })
  expect(figuresOf(holdingAfter([...rows, sell('2024-03-04', 'XYZ', 3, 31)])).shares).toBe(0)
})

test('a split given only by its ratio is read without market data', () => {
  const rows = [buy('2024-01-02', 'XYZ', 100, 10), split('2024-03-01', 'XYZ', { ratio: 2 })]
  expect(plain(buildBook(listed(rows)).book?.holdings.get('XYZ')?.quantity)).toBe(200)
})

test('a rounding remainder of the ratio isn’t a fraction paid out', () => {
  // 9 / 7 times 7 is a little more than 9 with twenty digits.
  const after = holdingAfter([buy('2024-01-02', 'XYZ', 7, 10), split('2024-03-01', 'XYZ', { added: 2 })])
  expect([after.quantity, after.cost, after.realized]).toEqual([dec(9), dec(70), dec(0)])
})

test('a split from the market keeps the currency of shares with an unknown cost', () => {
  const rows = [
    transfer('2024-01-02', 'XYZ', 4),
    { ...split('2024-03-01', 'XYZ', { ratio: 2 }), currency: '' },
  ]
  expect(holdingAfter(rows)).toMatchObject({ quantity: dec(8), currency: 'USD', cost: null })
})

test('shares paid as a dividend cost nothing', () => {
  const stockDividend = { ...dividend('2024-03-01', 'XYZ', 0), quantity: dec(25) }
  const after = figuresOf(holdingAfter([buy('2024-01-02', 'XYZ', 100, 10), stockDividend]))
  expect(after).toEqual({ shares: 125, cost: 1000, average: 8, realized: 0 })
})

test('a position that is sold completely has no cost, and a later purchase starts over', () => {
  const sold = [
    buy('2024-01-02', 'XYZ', 3, 10),
    sell('2024-01-03', 'XYZ', 1, 12),
    sell('2024-01-04', 'XYZ', 2, 9),
  ]
  expect(figuresOf(holdingAfter(sold))).toEqual({ shares: 0, cost: 0, average: null, realized: 0 })
  const again = figuresOf(holdingAfter([...sold, buy('2024-01-05', 'XYZ', 2, 20)]))
  expect(again).toEqual({ shares: 2, cost: 40, average: 20, realized: 0 })
})

test('transferred shares cost the price in the transfer, otherwise their value that day', () => {
  expect(figuresOf(holdingAfter([transfer('2024-01-02', 'XYZ', 4, 5)], 'XYZ', 8)).average).toBe(5)
  expect(figuresOf(holdingAfter([transfer('2024-01-02', 'XYZ', 4)], 'XYZ', 8)).average).toBe(8)
})

test('an unknown cost stays unknown until everything is sold', () => {
  const rows = [
    transfer('2024-01-02', 'XYZ', 4),
    buy('2024-01-03', 'XYZ', 4, 10),
    sell('2024-01-04', 'XYZ', 6, 12),
  ]
  const after = holdingAfter(rows)
  expect(figuresOf(after)).toEqual({ shares: 2, cost: null, average: null, realized: null })
  expect(percentSincePurchase(after, dec(20))).toBeNull()
  expect(unrealized(after, dec(20))).toBeNull()
  const anew = [...rows, sell('2024-01-05', 'XYZ', 2, 12), buy('2024-01-08', 'XYZ', 1, 10)]
  expect(figuresOf(holdingAfter(anew))).toMatchObject({ shares: 1, average: 10, realized: null })
})

test('shares with an unknown cost may be traded in another currency than they came in with', () => {
  const rows = [transfer('2024-01-02', 'XYZ', 4), buy('2024-01-03', 'XYZ', 4, 10, { currency: 'EUR' })]
  expect(holdingAfter(rows)).toMatchObject({ quantity: dec(8), currency: 'EUR', cost: null })
})

test('the company’s name comes from the last row that has one', () => {
  const rows = [
    { ...buy('2024-01-02', 'XYZ', 1, 10), companyName: 'Old' },
    { ...buy('2024-01-03', 'XYZ', 1, 10), companyName: 'New' },
    buy('2024-01-04', 'XYZ', 1, 10),
  ]
  expect(holdingAfter(rows).companyName).toBe('New')
})

test('shares that leave without a sale take their share of the cost and bring no gain', () => {
  const rows = [buy('2024-01-02', 'XYZ', 10, 10), transfer('2024-01-03', 'XYZ', -4, 50)]
  expect(figuresOf(holdingAfter(rows))).toEqual({ shares: 6, cost: 60, average: 10, realized: 0 })
})

test('within a day, the split comes first and purchases come before sales', () => {
  const day = '2024-01-03'
  const rows = [
    sell(day, 'XYZ', 30, 6),
    buy(day, 'XYZ', 10, 4),
    split(day, 'XYZ', { ratio: 2 }),
    buy('2024-01-02', 'XYZ', 10, 10),
  ]
  expect(figuresOf(holdingAfter(rows))).toEqual({ shares: 0, cost: 0, average: null, realized: 180 - 140 })
})

test('a sale may differ in the last digit of a fraction and still sells everything', () => {
  const rows = [buy('2024-01-02', 'XYZ', 1.2345, 10), sell('2024-01-03', 'XYZ', 1.235, 10)]
  expect(figuresOf(holdingAfter(rows))).toMatchObject({ shares: 0, cost: 0 })
})

test('each day has its own changes, and the last day has the sum', () => {
  const rows = [
    buy('2024-01-03', 'A', 1, 10),
    exchange('2024-01-04', -50, 'USD'),
    exchange('2024-01-04', 45, 'EUR'),
    buy('2024-01-02', 'B', 2, 20),
  ]
  const { book } = buildBook(listed(rows))
  expect(
    book?.days.map(({ day, holdings, cash }) => [
      day,
      [...holdings.keys()],
      [...cash].map(([c, a]) => [c, plain(a)]),
    ]),
  ).toEqual([
    ['2024-01-02', ['B'], [['USD', -40]]],
    ['2024-01-03', ['A'], [['USD', -50]]],
    [
      '2024-01-04',
      [],
      [
        ['USD', -100],
        ['EUR', 45],
      ],
    ],
  ])
  expect([...(book?.holdings.keys() ?? [])]).toEqual(['B', 'A'])
})

test('a position that was sold out may be opened again in another currency', () => {
  const inEuros = { currency: 'EUR' }
  const rows = [
    buy('2024-01-02', 'XYZ', 1, 10),
    sell('2024-01-03', 'XYZ', 1, 12),
    buy('2024-01-04', 'XYZ', 1, 9, inEuros),
  ]
  const { currency, cost, realized } = holdingAfter(rows)
  // A gain in dollars isn't a gain in euros.
  expect([currency, plain(cost), realized]).toEqual(['EUR', 9, null])
})

// Spec section 3: a signed percent string.
test.each([
  [10, 10.32, '+3.2%'],
  [10, 9.9, '-1.0%'],
  [10, 10, '+0.0%'],
  [10, 0, '-100.0%'],
  [0.1, 1, '+900.0%'],
])('a share bought at %d and worth %d now shows %s', (cost, price, words) => {
  expect(percentSincePurchase(holdingAfter([buy('2024-01-02', 'XYZ', 7, cost)]), dec(price))).toBe(words)
})

test('splits are applied before the percentage: 100 shares at 30, three for one, worth 11', () => {
  const after = holdingAfter([buy('2024-01-02', 'XYZ', 100, 30), split('2024-02-01', 'XYZ', { ratio: 3 })])
  expect(percentSincePurchase(after, dec(11))).toBe('+10.0%')
  expect(plain(unrealized(after, dec(11)))).toBe(300)
})

test('there is no percentage without a price, a cost or shares', () => {
  const held = holdingAfter([buy('2024-01-02', 'XYZ', 1, 10)])
  expect(percentSincePurchase(held, null)).toBeNull()
  expect(unrealized(held, null)).toBeNull()
  expect(percentSincePurchase(holdingAfter([buy('2024-01-02', 'XYZ', 1, 0)]), dec(5))).toBeNull()
  const sold = holdingAfter([buy('2024-01-02', 'XYZ', 1, 10), sell('2024-01-03', 'XYZ', 1, 12)])
  expect(percentSincePurchase(sold, dec(12))).toBeNull()
  expect(plain(unrealized(sold, null))).toBe(0)
})

test('a position bought in two currencies has an unknown cost and a correct quantity', () => {
  const after = holdingAfter([
    buy('2024-01-02', 'XYZ', 2, 10),
    buy('2024-01-03', 'XYZ', 1, 9, { currency: 'EUR' }),
    sell('2024-01-04', 'XYZ', 1, 12),
  ])
  expect(after).toMatchObject({ cost: null, realized: null })
  expect(plain(after.quantity)).toBe(2)
})
