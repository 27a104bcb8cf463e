// Amounts and dates as subscriptions, plans and revenue show them, and the date of the next charge.
import { expect, test } from 'vitest'
import { dollars, monthAfter, monthName } from '#web/lib/money-and-dates.ts'

test('amounts have cents and a real minus sign; months are in UTC', () => {
  expect([18_180, 0, -0, -95, 1_234_500].map(dollars)).toEqual([
    '$181.80',
    '$0.00',
    '$0.00',
    '−$0.95',
    '$12,345.00',
  ])
  expect([
    monthName('2026-01', 'short'),
    monthName('2026-11', 'long'),
    monthName('2025-12', 'withYear'),
  ]).toEqual(['Jan', 'November', 'Dec 2025'])
})

test.each([
  ['2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z'],
  ['2026-12-31T23:59:59Z', '2027-01-31T23:59:59Z'],
  ['2027-01-31T00:00:00Z', '2027-02-28T00:00:00Z'],
  ['2028-01-30T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['2026-03-31T12:00:00Z', '2026-04-30T12:00:00Z'],
])('a month after %s is %s', (at, later) => {
  expect(monthAfter(new Date(at))).toEqual(new Date(later))
})
