// Short sales and written options: worked examples, every way to open and close them, and impossible ones.
import { describe, expect, test } from 'vitest'
import { averageCost, type Holding } from '#engine/portfolio/holdings/holding.ts'
import { percentSincePurchase, unrealized } from '#engine/portfolio/holdings/holding-return.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { placeSplits } from '#engine/portfolio/valuation/place-splits.ts'
import { buy, dec, dividend, listed, plain, type Row, sell, short, split, transfer } from './rows.ts'

const read = (rows: Row[]) => buildBook(placeSplits(listed(rows)), { priceOn: () => dec(7) })
/** The holding of `XYZ` after all rows. Throws the first issue's message. */
function holdingAfter(...rows: Row[]): Holding {
  const { book, issues } = read(rows)
  const holding = book?.holdings.get('XYZ')
  if (!holding) throw new Error(issues[0]?.message)
  return holding
}
const figuresOf = (holding: Holding) => ({
  shares: plain(holding.quantity),
  average: plain(averageCost(holding)),
  realized: plain(holding.realized),
})
const sellShort = (day: string, shares: number, price: number, fee = 0) =>
  short(sell(day, 'XYZ', shares, price, { fee }))
const cover = (day: string, shares: number, price: number, fee = 0) =>
  short(buy(day, 'XYZ', shares, price, { fee }))
const [FIRST, SECOND, THIRD] = ['2024-01-02', '2024-01-03', '2024-01-04']

describe('Published examples', () => {
  // Investopedia, "Calculating the Return on Short Sales": 100 shares at $50, bought back at $30, or worth nothing.
  test('100 shares sold at 50 and worth 30 are 40 % up, and at zero 100 %', () => {
    const sold = holdingAfter(sellShort(FIRST, 100, 50))
    expect(percentSincePurchase(sold, dec(30))).toBe('+40.0%')
    expect(percentSincePurchase(sold, dec(0))).toBe('+100.0%')
    expect(percentSincePurchase(sold, dec(125))).toBe('-150.0%')
    expect(plain(unrealized(sold, dec(30)))).toBe(2000)
    expect(figuresOf(holdingAfter(sellShort(FIRST, 100, 50), cover(SECOND, 100, 30))).realized).toBe(2000)
  })

  // IRS Publication 550, "Constructive sales": 100 Baker shares bought for $1,000 and sold short for $1,600.
  test('shares that are held when sold short gain as if they were sold: 600', () => {
    const rows = [buy(FIRST, 'XYZ', 100, 10), sellShort(SECOND, 100, 16)]
    expect(figuresOf(holdingAfter(...rows))).toEqual({ shares: 0, average: null, realized: 600 })
  })

  // hashemian.com, "Writing call options": two contracts written for $2, bought back at $3 or $1, or left to expire.
  test.each([
    [3, -200],
    [1, 200],
    [0, 400],
  ])('two contracts written for 2 a share and ended at %d bring %d', (price, gain) => {
    expect(figuresOf(holdingAfter(sellShort(FIRST, 200, 2), cover(SECOND, 200, price)))).toEqual({
      shares: 0,
      average: null,
      realized: gain,
    })
  })
})

describe('A short position', () => {
  test('has the average of its proceeds, net of fees', () => {
    const rows = [sellShort(FIRST, 10, 50, 5), sellShort(SECOND, 10, 60, 15)]
    expect(figuresOf(holdingAfter(...rows))).toEqual({ shares: -20, average: 54, realized: 0 })
    expect(figuresOf(holdingAfter(...rows, cover(THIRD, 5, 50, 1)))).toEqual({
      shares: -15,
      average: 54,
      realized: 5 * 54 - 251,
    })
  })

  test('is covered by an ordinary purchase too', () => {
    const rows = [sellShort(FIRST, 10, 50), buy(SECOND, 'XYZ', 4, 45)]
    expect(figuresOf(holdingAfter(...rows))).toEqual({ shares: -6, average: 50, realized: 20 })
  })

  test('may open and close within one row', () => {
    const down = [buy(FIRST, 'XYZ', 4, 20), sellShort(SECOND, 10, 25, 1)]
    // 249 for ten: four of them sold for 99.60, six owed for 149.40.
    expect(figuresOf(holdingAfter(...down))).toEqual({ shares: -6, average: 24.9, realized: 19.6 })
    const up = [sellShort(FIRST, 4, 25), buy(SECOND, 'XYZ', 10, 20, { fee: 1 })]
    expect(figuresOf(holdingAfter(...up))).toEqual({ shares: 6, average: 20.1, realized: 19.6 })
  })

  test('is opened before it is covered within a day, in any order of rows', () => {
    const rows = [cover(FIRST, 10, 48), sellShort(FIRST, 10, 50)]
    for (const listing of [rows, rows.toReversed()])
      expect(figuresOf(holdingAfter(...listing))).toEqual({ shares: 0, average: null, realized: 20 })
  })

  test('exists beside a long position, and both are closed separately', () => {
    const rows = [buy(FIRST, 'XYZ', 20, 41), sellShort(FIRST, 100, 40)]
    expect(figuresOf(holdingAfter(...rows, sell(SECOND, 'XYZ', 20, 39))).shares).toBe(-100)
    expect(figuresOf(holdingAfter(...rows, cover(SECOND, 100, 39))).shares).toBe(20)
    expect(() => holdingAfter(...rows, sell(SECOND, 'XYZ', 21, 39))).toThrow(
      '21 of XYZ left the account, but only 20 were held.',
    )
  })

  test.each([
    ['by its ratio', { ratio: 2 }],
    ['by the shares owed more', { added: -10 }],
    ['by both', { ratio: 2, added: -10 }],
  ])('is split like a long position, reported %s', (_how, more) => {
    const rows = [sellShort(FIRST, 10, 50), split(SECOND, 'XYZ', more)]
    expect(figuresOf(holdingAfter(...rows))).toEqual({ shares: -20, average: 25, realized: 0 })
    expect(figuresOf(holdingAfter(...rows, cover(THIRD, 20, 20)))).toEqual({
      shares: 0,
      average: null,
      realized: 100,
    })
  })

  test('of the same size as the long position is split beside it', () => {
    const rows = [buy(FIRST, 'XYZ', 10, 50), sellShort(FIRST, 10, 50), split(SECOND, 'XYZ', { ratio: 2 })]
    expect(figuresOf(holdingAfter(...rows, cover(THIRD, 20, 25))).shares).toBe(20)
  })

  test('pays out a fraction left by a split', () => {
    const paid = { ...split(SECOND, 'XYZ', { ratio: 1.5, added: -2 }), cash: dec(-4) }
    const after = holdingAfter(sellShort(FIRST, 5, 15), paid)
    expect(figuresOf(after)).toEqual({ shares: -7, average: 10, realized: 5 - 4 })
  })

  test('pays dividends without any gain or loss of its own', () => {
    const rows = [sellShort(FIRST, 10, 50), dividend(SECOND, 'XYZ', -5)]
    const { book } = read(rows)
    expect(plain(book?.cash.get('USD'))).toBe(495)
    expect(figuresOf(holdingAfter(...rows))).toEqual({ shares: -10, average: 50, realized: 0 })
  })

  test('may be transferred in, and covered with transferred shares', () => {
    const brought = holdingAfter(short(transfer(FIRST, 'XYZ', -10, 50)))
    expect(figuresOf(brought)).toEqual({ shares: -10, average: 50, realized: 0 })
    expect(figuresOf(holdingAfter(short(transfer(FIRST, 'XYZ', -10))))).toMatchObject({ average: 7 })
    const paid = holdingAfter(sellShort(FIRST, 10, 50), transfer(SECOND, 'XYZ', 4, 45))
    expect(figuresOf(paid)).toEqual({ shares: -6, average: 50, realized: 0 })
  })
})

describe('It is an issue that', () => {
  test.each<[string, Row[], string, string]>([
    [
      'shares that aren’t held are sold without a short-sale mark',
      [sell(FIRST, 'XYZ', 5, 10)],
      'sold_more_than_held',
      '5 of XYZ left the account, but none was held.',
    ],
    [
      'an ordinary sale follows a short sale',
      [sellShort(FIRST, 5, 10), sell(SECOND, 'XYZ', 5, 10)],
      'sold_more_than_held',
      '5 of XYZ left the account, but none was held.',
    ],
    [
      'a purchase covers shares that were never sold short',
      [cover(FIRST, 5, 10)],
      'covered_more_than_sold',
      '5 of XYZ were bought back, but none was sold short.',
    ],
    [
      'more shares are covered than were sold short',
      [sellShort(FIRST, 5, 10), cover(SECOND, 6, 10)],
      'covered_more_than_sold',
      '6 of XYZ were bought back, but only 5 were sold short.',
    ],
    [
      'a split turns a short position into a long one',
      [sellShort(FIRST, 5, 10), split(SECOND, 'XYZ', { ratio: 2, added: 6 })],
      'split_does_not_fit',
      'XYZ split -5 shares into -10, but 1 were held then.',
    ],
  ])('%s', (_what, rows, reason, message) => {
    const line = rows.length + 1
    expect(read(rows).issues).toEqual([expect.objectContaining({ reason, message, line, symbol: 'XYZ' })])
  })
})
