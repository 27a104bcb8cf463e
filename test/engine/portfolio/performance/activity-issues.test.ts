// Impossible histories: each issue has its line and reason, and no figure is calculated.
import { expect, test } from 'vitest'
import { valueDaily } from '#engine/portfolio/valuation/daily-values.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import {
  buy,
  dec,
  deposit,
  dividend,
  exchange,
  fee,
  listed,
  type Row,
  sell,
  split,
  transfer,
  withdrawal,
} from './rows.ts'

const DAY = '2024-01-03'
const first = buy('2024-01-02', 'AAPL', 3, 100)
const bought = (change: Partial<Row>): Row => ({ ...buy(DAY, 'AAPL', 1, 10), ...change })
const sold = (change: Partial<Row>): Row => ({ ...sell(DAY, 'AAPL', 1, 10), ...change })

/** A row on line 3 after a purchase of 3 AAPL on line 2, and the reason of its issue. */
const REFUSED: [reason: string, why: string, row: Row][] = [
  ['bad_day', 'a day that is none', bought({ day: '2024-02-30' })],
  ['bad_day', 'a day in another order', bought({ day: '03.01.2024' })],
  ['future_day', 'a day to come', buy('2024-06-02', 'AAPL', 1, 10)],
  ['not_a_number', 'a quantity that is none', bought({ quantity: dec(NaN) })],
  ['not_a_number', 'endless cash', deposit(DAY, Infinity)],
  ['negative_price', 'a price below zero', bought({ price: dec(-10) })],
  ['negative_fee', 'a fee below zero', bought({ fee: dec(-1) })],
  ['no_symbol', 'a purchase of nothing in particular', bought({ symbol: null })],
  ['no_symbol', 'a split of nothing in particular', { ...split(DAY, '', { ratio: 2 }), symbol: null }],
  ['no_symbol', 'shares without a symbol', { ...transfer(DAY, '', 2), symbol: null }],
  ['no_quantity', 'a purchase of no shares', bought({ quantity: dec(0) })],
  ['no_quantity', 'a sale of no shares', sold({ quantity: dec(0) })],
  ['no_quantity', 'a transfer of no shares', transfer(DAY, 'AAPL', 0)],
  ['no_quantity', 'a split without ratio and shares', split(DAY, 'AAPL', {})],
  ['no_amount', 'a purchase at a price for no cash', bought({ cash: dec(0) })],
  ['no_amount', 'a sale at a price for no cash', sold({ cash: dec(0) })],
  ['wrong_sign', 'a purchase that takes shares', bought({ quantity: dec(-1) })],
  ['wrong_sign', 'a purchase that brings cash', bought({ cash: dec(10) })],
  ['wrong_sign', 'a purchase for less than its fee', bought({ cash: dec(-1), fee: dec(2) })],
  ['wrong_sign', 'a sale that brings shares', sold({ quantity: dec(1) })],
  ['wrong_sign', 'a sale that costs more than its fee', sold({ cash: dec(-10), fee: dec(9) })],
  ['wrong_sign', 'a split into nothing', split(DAY, 'AAPL', { ratio: 0 })],
  ['wrong_sign', 'a deposit that takes cash', deposit(DAY, -5)],
  ['wrong_sign', 'a deposit of shares', { ...deposit(DAY, 5), symbol: 'AAPL', quantity: dec(1) }],
  ['wrong_sign', 'a withdrawal that brings cash', withdrawal(DAY, -5)],
  ['wrong_sign', 'a withdrawal of shares', { ...withdrawal(DAY, 5), symbol: 'AAPL', quantity: dec(-1) }],
  ['wrong_sign', 'a dividend that takes shares', { ...dividend(DAY, 'AAPL', 1), quantity: dec(-1) }],
  ['wrong_sign', 'a fee in shares', { ...fee(DAY, 1), symbol: 'AAPL', quantity: dec(-1) }],
  ['cash_of_shares', 'shares that came in with cash', { ...transfer(DAY, 'AAPL', 1), cash: dec(7) }],
  ['lone_cash', 'half of an exchange of currencies', exchange(DAY, 100, 'EUR')],
  ['sold_more_than_held', 'a sale of shares never bought', sell(DAY, 'MSFT', 1, 10)],
  ['sold_more_than_held', 'a sale of more than there is', sell(DAY, 'AAPL', 3.01, 10)],
  ['sold_more_than_held', 'a sale of more than there is, by a little', sell(DAY, 'AAPL', 3.002, 10)],
  ['sold_more_than_held', 'a sale before the purchase', sell('2024-01-01', 'AAPL', 1, 10)],
  ['sold_more_than_held', 'a transfer of shares that weren’t held', transfer(DAY, 'AAPL', -4)],
  ['split_without_shares', 'a split of shares never held', split(DAY, 'MSFT', { ratio: 2, added: 3 })],
  [
    'split_does_not_fit',
    'a split that adds what its ratio doesn’t',
    split(DAY, 'AAPL', { ratio: 2, added: 5 }),
  ],
  ['split_does_not_fit', 'a split that takes more than there is', split(DAY, 'AAPL', { added: -4 })],
]

test.each(REFUSED)('%s: %s', (reason, _why, row) => {
  const activities = listed([first, row])
  const { book, issues } = buildBook(activities, { today: '2024-06-01' })
  expect(book).toBeNull()
  expect(issues).toMatchObject([
    { reason, line: 3, day: row.day, symbol: row.symbol, activityId: activities[1]?.id },
  ])
  expect(issues[0]?.message).toMatch(/^\S.*\.$/)
  // No value is computed either.
  const account = { activities, closes: new Map(), base: 'USD', exchangeDays: [DAY], today: '2024-06-01' }
  expect(valueDaily(account)).toMatchObject({ days: [], assets: [], issues: [{ reason, line: 3 }] })
})

const FINE: [why: string, rows: Row[]][] = [
  ['a sale without proceeds that costs a fee', [sold({ price: dec(0), cash: dec(-1), fee: dec(1) })]],
  ['an option that expired', [sold({ price: dec(0), cash: dec(0) })]],
  ['a reversed dividend', [dividend(DAY, 'AAPL', -1)]],
  ['a refunded fee', [{ ...fee(DAY, 1), cash: dec(1), fee: dec(0) }]],
  ['shares that came in for a fee', [{ ...transfer(DAY, 'AAPL', 1), cash: dec(-2), fee: dec(2) }]],
  ['an exchange of currencies', [exchange(DAY, 100, 'EUR'), exchange(DAY, -110, 'USD')]],
  ['a split of shares that aren’t held, from the market', [split(DAY, 'MSFT', { ratio: 2 })]],
  ['a purchase today', [buy('2024-06-01', 'AAPL', 1, 10)]],
]
test.each(FINE)('%s is fine', (_why, rows) => {
  expect(buildBook(listed([first, ...rows]), { today: '2024-06-01' }).issues).toEqual([])
})

test('a duplicate id is one issue, for the second row', () => {
  const [one, other] = listed([first, { ...first }])
  if (!one || !other) throw new Error('There are two.')
  expect(buildBook([one, { ...other, id: one.id }]).issues).toMatchObject([{ reason: 'duplicate', line: 3 }])
})

test('all issues are listed at once, with the numbers in their messages', () => {
  const rows = [first, sell(DAY, 'AAPL', 5, 10), sell(DAY, 'TSLA', 1, 10), sell('2024-01-04', 'AAPL', 3, 10)]
  expect(buildBook(listed(rows)).issues.map(({ line, message }) => [line, message])).toEqual([
    [3, '5 of AAPL left the account, but only 3 were held.'],
    [4, '1 of TSLA left the account, but none was held.'],
  ])
})

test('two halves of an exchange don’t match if they have the same currency or different days', () => {
  for (const rows of [
    [exchange(DAY, 100, 'EUR'), exchange(DAY, -110, 'EUR')],
    [exchange(DAY, 100, 'EUR'), exchange('2024-01-04', -110, 'USD')],
  ]) {
    const reasons = buildBook(listed(rows)).issues.map(({ reason }) => reason)
    expect(reasons).toEqual(['lone_cash', 'lone_cash'])
  }
})
