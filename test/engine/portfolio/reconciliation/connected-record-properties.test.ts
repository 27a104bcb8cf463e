// Property test: however much of an account a broker reports, and however often it is read, the record ends with the
// balance.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reconcileAccount } from '#engine/portfolio/reconciliation/reconcile-account.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import type { Activity, Balance } from '#engine/portfolio/activity.ts'
import { accountArbitrary, RUNS } from '../performance/account-arbitrary.ts'

const TODAY = '2024-06-28'

/** What the broker reports after these activities. */
function balanceOf(activities: readonly Activity[]): Balance {
  const { book } = buildBook(activities)
  if (!book) throw new Error('These activities can’t have happened')
  const held = [...book.holdings.values()].filter(({ quantity }) => !quantity.isZero())
  return {
    positions: held.map(({ symbol, companyName, quantity, currency }) => ({
      symbol,
      companyName,
      quantity,
      averageCost: null,
      price: null,
      currency,
    })),
    cash: [...book.cash].map(([currency, amount]) => ({ currency, amount })),
  }
}

/** Whether both end with the same shares and cash, except for amounts too small to reconcile. */
function endsAlike(one: readonly Activity[], other: readonly Activity[]): boolean {
  const [left, right] = [endOf(one), endOf(other)]
  const keys = new Set([...left.keys(), ...right.keys()])
  return [...keys].every((key) => Math.abs((left.get(key) ?? 0) - (right.get(key) ?? 0)) < 0.011)
}
function endOf(record: readonly Activity[]): Map<string, number> {
  const { book, issues } = buildBook(record, { today: '2025-01-01' })
  if (!book) throw new Error(issues[0]?.message)
  const shares = [...book.holdings.values()].map(
    ({ symbol, quantity }) => [symbol, quantity.toNumber()] as const,
  )
  const cash = [...book.cash].map(([currency, amount]) => [currency, amount.toNumber()] as const)
  return new Map([...shares, ...cash])
}

const account = accountArbitrary.map(({ activities }) => [...activities])

describe('The record of a connected account', () => {
  test('equals the broker’s report if the report is complete', () => {
    fc.assert(
      fc.property(account, (all) => {
        expect(reconcileAccount([], all, balanceOf(all), TODAY)).toEqual(all)
      }),
      RUNS,
    )
  })

  test('ends with the balance, however little is reported', () => {
    fc.assert(
      fc.property(account, fc.nat(), (all, cut) => {
        const balance = balanceOf(all)
        const days = [...new Set(all.map(({ day }) => day))].toSorted()
        const from = days[cut % days.length] ?? ''
        const record = reconcileAccount(
          [],
          all.filter(({ day }) => day >= from),
          balance,
          TODAY,
        )
        expect(endsAlike(record, all)).toBe(true)
      }),
      RUNS,
    )
  })

  test('stays the same when it is read again, also if the broker drops its oldest days', () => {
    fc.assert(
      fc.property(account, fc.nat(), (all, cut) => {
        const balance = balanceOf(all)
        const days = [...new Set(all.map(({ day }) => day))].toSorted()
        const from = days[cut % days.length] ?? ''
        const first = reconcileAccount([], all, balance, TODAY)
        const again = reconcileAccount(
          first,
          all.filter(({ day }) => day >= from),
          balance,
          '2024-07-01',
        )
        expect(new Set(again)).toEqual(new Set(first))
      }),
      RUNS,
    )
  })

  test('ends the same when read day by day as when read once', () => {
    fc.assert(
      fc.property(account, (all) => {
        let record: Activity[] = []
        for (const day of [...new Set(all.map((row) => row.day))].toSorted()) {
          const reported = all.filter((row) => row.day <= day)
          record = reconcileAccount(record, reported, balanceOf(reported), day)
        }
        expect(endsAlike(record, all)).toBe(true)
      }),
      RUNS,
    )
  })
})
