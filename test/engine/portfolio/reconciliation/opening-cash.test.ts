// The cash an account held before its files begin is found from their rows, or from their running balance.
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BalanceRow, openingStatement } from '#engine/broker-files/running-balance.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import {
  assumedOpeningCash,
  cashOfDay,
  openingCashNeeded,
  withTimelyDeposits,
} from '#engine/portfolio/reconciliation/opening-cash.ts'
import { buy, dec, deposit, listed, sell } from '../performance/rows.ts'

const DOLLARS = rateLookup('USD')
const dayIn = (month: number, day = 6) =>
  `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Amounts in cents, one a month, and what was there before them. */
const history = fc.record({
  before: fc.integer({ min: 0, max: 1_000_000 }),
  changes: fc.array(fc.integer({ min: -500_000, max: 500_000 }), { minLength: 1, maxLength: 12 }),
})

test('the least cash that keeps every balance at zero or more is assumed', () => {
  fc.assert(
    fc.property(history, ({ changes }) => {
      const days = changes.map((cents, index) => ({
        ...cashOfDay(dayIn(index + 1), []),
        cash: new Map([['USD', dec(cents / 100)]]),
      }))
      const needed = openingCashNeeded(days, DOLLARS) ?? dec(0)
      const sums = changes.map((_, index) => changes.slice(0, index + 1).reduce((sum, one) => sum + one, 0))
      const lowest = Math.min(0, ...sums)
      // Debts below one dollar, or a thousandth of what came in, are rounding.
      const cameIn = changes.reduce((sum, one) => sum + Math.max(0, one), 0)
      const expected = -lowest < Math.max(100, cameIn * 0.001) ? 0 : -lowest
      expect(needed.times(100).toNumber()).toBeCloseTo(expected, 6)
    }),
  )
})

test('a running balance gives the cash before the first row, in either order and with some cells empty', () => {
  const listing = fc.record({
    history,
    isNewestFirst: fc.boolean(),
    known: fc.array(fc.boolean()),
    perDay: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(listing, ({ history: { before, changes }, isNewestFirst, known, perDay }) => {
      let cents = before
      const rows = changes.map((change, index): BalanceRow => {
        cents += change
        const after = { account: '', currency: 'USD', amount: dec(cents / 100) }
        // The first and the last row have a balance, so that there is one to read and an order to see.
        const isKnown = index === 0 || index === changes.length - 1 || known[index] !== false
        const day = dayIn(Math.floor(index / perDay) + 1)
        return { day, currency: 'USD', cash: dec(change / 100), after: isKnown ? after : null }
      })
      const statement = openingStatement(isNewestFirst ? rows.toReversed() : rows)
      expect(statement?.opening.cash).toEqual([{ currency: 'USD', amount: dec(before / 100) }])
      expect(statement).toMatchObject({ from: dayIn(1), closing: { cash: null, positions: null } })
    }),
  )
})

test('a column whose values mostly don’t follow from the rows isn’t a running balance', () => {
  const rows = Array.from({ length: 12 }, (_, index): BalanceRow => {
    const after = { account: '', currency: 'USD', amount: dec(index * 7) }
    return { day: dayIn(index + 1), currency: 'USD', cash: dec(-100), after }
  })
  expect(openingStatement(rows)).toBeNull()
})

test('a deposit within a week counts on the day its money was spent, a later one does not', () => {
  const rows = listed([
    buy('2025-01-07', 'ACME', 10, 100),
    deposit('2025-01-14', 1_000),
    buy('2025-03-03', 'ACME', 10, 100),
    deposit('2025-03-11', 1_000),
  ])
  expect(withTimelyDeposits(rows).map(({ day }) => day)).toEqual([
    '2025-01-07',
    '2025-01-07',
    '2025-03-03',
    '2025-03-11',
  ])
})

test('a debt in one currency is covered by cash in another, at the day’s rate', () => {
  const rows = listed([
    { ...deposit('2025-01-06', 1_000), currency: 'EUR' },
    buy('2025-01-07', 'ACME', 10, 104),
    sell('2025-02-04', 'ACME', 10, 104),
  ])
  const at = (rate: number) =>
    rateLookup('USD', new Map([['EUR', new Map([['2025-01-06', new Decimal(rate)]])]]))
  expect(assumedOpeningCash(rows, 'USD', at(1.05))).toBeNull()
  expect(assumedOpeningCash(rows, 'USD', at(1.0))).toMatchObject({ day: '2025-01-05', cash: dec(40) })
})
