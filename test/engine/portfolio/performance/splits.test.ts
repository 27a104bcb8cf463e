// The day on which a split counts, and splits that the broker left out.
import { expect, test } from 'vitest'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { type MarketSplit, placeSplits } from '#engine/portfolio/valuation/place-splits.ts'
import { timeWeighted } from '#engine/portfolio/returns/time-weighted.ts'
import { buy, closesOf, dec, deposit, listed, plain, type Row, sell, split, weekdays } from './rows.ts'

const marketSplit = (day: string, ratio: number, symbol = 'AMZN'): MarketSplit => ({
  symbol,
  day,
  ratio: dec(ratio),
})
const splitsIn = (rows: Row[], splits: MarketSplit[]) =>
  placeSplits(listed(rows), splits)
    .filter(({ type }) => type === 'split')
    .map(({ symbol, day, quantity, ratio }) => [symbol, day, plain(quantity), plain(ratio)])
const tenAmazon = buy('2022-05-02', 'AMZN', 10, 2400)

// Amazon split 20 for 1; the first day at the new price was Monday 6 June 2022.
test.each([
  ['the evening before the weekend', split('2022-06-03', 'AMZN', { ratio: 20, added: 190 })],
  ['when the shares were paid out', split('2022-06-08', 'AMZN', { added: 190 })],
  ['on the day itself, by its ratio alone', split('2022-06-06', 'AMZN', { ratio: 20 })],
])('a split recorded %s counts from the first day at the new price', (_when, row) => {
  expect(splitsIn([tenAmazon, row], [marketSplit('2022-06-06', 20)])).toEqual([
    ['AMZN', '2022-06-06', 190, 20],
  ])
})

test('a split that the broker left out is added for the shares held then', () => {
  const rows = [tenAmazon, sell('2022-06-03', 'AMZN', 4, 2400), buy('2022-06-06', 'AMZN', 5, 124)]
  expect(splitsIn(rows, [marketSplit('2022-06-06', 20)])).toEqual([['AMZN', '2022-06-06', 114, 20]])
  const { book } = buildBook(placeSplits(listed(rows), [marketSplit('2022-06-06', 20)]))
  expect(plain(book?.holdings.get('AMZN')?.quantity)).toBe(6 * 20 + 5)
})

test('a split the market doesn’t know stays on the broker’s day, with the ratio from the shares', () => {
  const row = split('2022-06-03', 'AMZN', { added: 190 })
  expect(splitsIn([tenAmazon, row], [])).toEqual([['AMZN', '2022-06-03', 190, 20]])
})

test('a different ratio, symbol or month means a different split', () => {
  const row = split('2022-06-03', 'AMZN', { ratio: 2, added: 10 })
  const others = [
    marketSplit('2022-06-06', 20),
    marketSplit('2022-06-03', 2, 'MSFT'),
    marketSplit('2022-09-06', 2),
  ]
  expect(splitsIn([tenAmazon, row], others)).toEqual([
    ['MSFT', '2022-06-03', 0, 2],
    ['AMZN', '2022-06-03', 10, 2],
    ['AMZN', '2022-06-06', 380, 20],
    ['AMZN', '2022-09-06', 400, 2],
  ])
})

test('with two splits a few days apart, each row refers to the nearer one', () => {
  const rows = [
    buy('2024-01-02', 'XYZ', 4, 10),
    split('2024-02-05', 'XYZ', { added: 4 }),
    split('2024-02-09', 'XYZ', { added: 16 }),
  ]
  const splits = [marketSplit('2024-02-08', 3, 'XYZ'), marketSplit('2024-02-06', 2, 'XYZ')]
  expect(splitsIn(rows, splits)).toEqual([
    ['XYZ', '2024-02-06', 4, 2],
    ['XYZ', '2024-02-08', 16, 3],
  ])
})

test('a rounded ratio is recognized: 0.0667 is one for fifteen', () => {
  const rows = [buy('2024-01-02', 'XYZ', 150, 1), split('2024-02-02', 'XYZ', { ratio: 0.0667, added: -140 })]
  const splits = [{ symbol: 'XYZ', day: '2024-02-05', ratio: dec(1).div(15) }]
  const { book, issues } = buildBook(placeSplits(listed(rows), splits))
  expect(issues).toEqual([])
  expect(plain(book?.holdings.get('XYZ')?.quantity)).toBe(10)
})

test('trades between the broker’s day and the market’s count in the right shares', () => {
  // Recorded on Friday; still traded at the old price that day, and at the new one on Monday.
  const rows = [
    tenAmazon,
    split('2022-06-03', 'AMZN', { ratio: 20, added: 171 }),
    sell('2022-06-03', 'AMZN', 1, 2400),
    sell('2022-06-06', 'AMZN', 30, 124),
  ]
  const { book } = buildBook(placeSplits(listed(rows), [marketSplit('2022-06-06', 20)]))
  expect(plain(book?.holdings.get('AMZN')?.quantity)).toBe(9 * 20 - 30)
})

test.each([
  ['recorded a day early', '2022-06-03'],
  ['recorded on the day', '2022-06-06'],
  ['booked late', '2022-06-08'],
])('a split %s moves no value', (_when, day) => {
  const days = weekdays('2022-06-01', 7)
  const prices = [2440, 2510, 2447, 124.79, 123, 121.18, 116.15]
  const closes = new Map([
    ['AMZN', closesOf('USD', Object.fromEntries(days.map((each, index) => [each, prices[index] ?? 0])))],
  ])
  const activities = listed([
    deposit('2022-06-01', 24_400),
    buy('2022-06-01', 'AMZN', 10, 2440),
    split(day, 'AMZN', { ratio: 20, added: 190 }),
  ])
  const splits = [marketSplit('2022-06-06', 20)]
  const { days: values } = valueDaily({ activities, closes, splits, base: 'USD', exchangeDays: days })
  expect(values.map(({ value }) => plain(value))).toEqual([
    24_400, 25_100, 24_470, 24_958, 24_600, 24_236, 23_230,
  ])
  expect(timeWeighted(values).total).toBeCloseTo(23_230 / 24_400 - 1, 12)
})

test('the last known close is carried across a split', () => {
  const days = weekdays('2024-01-01', 4)
  const [first = '', , third = ''] = days
  const activities = listed([
    deposit(first, 100),
    buy(first, 'XYZ', 1, 100),
    split(third, 'XYZ', { ratio: 4 }),
  ])
  const closes = new Map([['XYZ', closesOf('USD', { [first]: 120 })]])
  const { days: values } = valueDaily({ activities, closes, base: 'USD', exchangeDays: days })
  expect(values.map(({ value }) => plain(value))).toEqual([120, 120, 120, 120])
})
