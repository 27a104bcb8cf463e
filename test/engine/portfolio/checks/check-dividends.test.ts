// Dividends are compared with the company's payments: their day and their amount per share.
import type { Dividend } from '#engine/market/prices.ts'
import { expect, test } from 'vitest'
import { checkDividends } from '#engine/portfolio/checks/check-dividends.ts'
import { buy, dec, dividend, listed, type Row, sell } from '../performance/rows.ts'

const paid = (day: string, payDay: string | null, amount = 0.5, currency = 'USD'): Dividend => ({
  day,
  payDay,
  amount: dec(amount),
  currency,
})
const PAID = [paid('2025-03-14', '2025-03-28'), paid('2025-09-12', null)]
const SINCE = '2025-01-06'
const same = (from: string, to: string) => (from === to ? dec(1) : null)

const unmatched = (rows: Row[], payments = PAID, since = SINCE) =>
  checkDividends(listed(rows), payments, since, same).map(({ isUnmatched }) => isUnmatched)
const HELD = buy('2025-01-07', 'DIVI', 100, 50)

test.each([
  ['on the day it was paid', [HELD, dividend('2025-03-28', 'DIVI', 50)], [false]],
  ['some days later', [HELD, dividend('2025-04-04', 'DIVI', 50)], [false]],
  ['on the ex-dividend day', [HELD, dividend('2025-03-14', 'DIVI', 50)], [false]],
  [
    'six weeks after an ex-dividend day without a day of payment',
    [HELD, dividend('2025-10-24', 'DIVI', 50)],
    [false],
  ],
  ['less a tax', [HELD, dividend('2025-03-28', 'DIVI', 35)], [false]],
  [
    'in two parts',
    [HELD, dividend('2025-03-28', 'DIVI', 30), dividend('2025-03-28', 'DIVI', 20)],
    [false, false],
  ],
  ['where none was paid', [HELD, dividend('2025-06-02', 'DIVI', 50)], [true]],
  ['of twenty thousand dollars', [HELD, dividend('2025-03-28', 'DIVI', 20_000)], [true]],
  [
    'of twenty thousand dollars in small parts',
    [HELD, ...Array.from({ length: 4 }, (_, day) => dividend(`2025-03-2${day + 5}`, 'DIVI', 60))],
    [true, true, true, true],
  ],
  ['twice', [HELD, dividend('2025-03-28', 'DIVI', 50), dividend('2025-03-31', 'DIVI', 50)], [true, true]],
  [
    'of shares sold after the ex-dividend day',
    [HELD, sell('2025-03-17', 'DIVI', 100, 50), dividend('2025-03-28', 'DIVI', 50)],
    [false],
  ],
  [
    'of shares sold before it',
    [HELD, sell('2025-03-13', 'DIVI', 100, 50), dividend('2025-03-28', 'DIVI', 50)],
    [true],
  ],
])('a dividend %s', (_what, rows, expected) => {
  expect(unmatched(rows)).toEqual(expected)
})

test('a dividend from before the history has no known share count', () => {
  const rows = [dividend('2025-03-28', 'DIVI', 50), buy('2025-06-02', 'DIVI', 10, 50)]
  expect(unmatched(rows, PAID, '2025-03-20')).toEqual([false])
  expect(unmatched(rows, PAID, SINCE)).toEqual([true])
})

test('a dividend paid in another currency is compared by day alone without a rate', () => {
  const inEuros = [paid('2025-03-14', '2025-03-28', 0.5, 'EUR')]
  expect(unmatched([HELD, dividend('2025-03-28', 'DIVI', 900)], inEuros)).toEqual([false])
  expect(unmatched([HELD, dividend('2025-05-28', 'DIVI', 50)], inEuros)).toEqual([true])
})

test('the owner sees the recorded and the paid amount per share', () => {
  const rows = listed([HELD, dividend('2025-03-28', 'DIVI', 20_000), dividend('2025-06-02', 'DIVI', 50)])
  const [much, never] = checkDividends(rows, PAID, SINCE, same)
  expect(much).toMatchObject({ recorded: 200, paid: 0.5 })
  expect(never).toMatchObject({ recorded: 0.5, paid: null })
})
