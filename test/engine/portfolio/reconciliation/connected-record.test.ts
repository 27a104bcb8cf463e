// The record of a connected account: its opening balance, its continuation, and the reconciliation of unexplained
// differences.
import { describe, expect, test } from 'vitest'
import { reconcileAccount } from '#engine/portfolio/reconciliation/reconcile-account.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { openingBalance } from '#engine/portfolio/reconciliation/opening-balance.ts'
import type { Activity, Balance, Position } from '#engine/portfolio/activity.ts'
import { buy, dec, deposit, listed, sell, split, withdrawal } from '../performance/rows.ts'

const TODAY = '2026-03-10'

const position = (symbol: string, quantity: number, averageCost: number | null = null): Position => ({
  symbol,
  companyName: null,
  quantity: dec(quantity),
  averageCost: averageCost === null ? null : dec(averageCost),
  price: null,
  currency: 'USD',
})
const balance = (cash: number, ...positions: Position[]): Balance => ({
  positions,
  cash: [{ currency: 'USD', amount: dec(cash) }],
})
const short = (rows: readonly Activity[] | null) =>
  rows?.map(({ type, day, symbol, quantity, cash, price }) =>
    [day, type, symbol ?? cash.toNumber(), symbol ? quantity.toNumber() : '', price?.toNumber() ?? '']
      .join(' ')
      .trim(),
  )

function held(rows: readonly Activity[]) {
  const { book, issues } = buildBook(rows, { today: '2027-01-01' })
  if (!book) throw new Error(issues[0]?.message)
  const shares = [...book.holdings].map(([symbol, { quantity }]) => [symbol, quantity.toNumber()])
  return {
    ...(Object.fromEntries(shares) as Record<string, number>),
    cash: book.cash.get('USD')?.toNumber() ?? 0,
  }
}

describe('The opening balance', () => {
  test('is empty if everything is reported', () => {
    const reported = listed([deposit('2026-01-05', 1000), buy('2026-01-06', 'ACME', 4, 100)])
    expect(openingBalance(reported, balance(600, position('ACME', 4)), TODAY)).toEqual([])
  })

  test('is dated the day before, with shares at cost if none were traded since', () => {
    const reported = listed([sell('2026-01-06', 'ACME', 1, 100), deposit('2026-02-02', 50)])
    const now = balance(400, position('ACME', 3, 90), position('BOLT', 7, 20))
    expect(short(openingBalance(reported, now, TODAY))).toEqual([
      '2026-01-05 transfer ACME 4',
      '2026-01-05 transfer BOLT 7 20',
      '2026-01-05 deposit 250',
    ])
  })

  test('is counted before splits, reported by shares or by ratio', () => {
    const byShares = listed([split('2026-01-06', 'ACME', { added: 90 })])
    expect(short(openingBalance(byShares, balance(0, position('ACME', 100)), TODAY))).toEqual([
      '2026-01-05 transfer ACME 10',
    ])
    const byRatio = listed([split('2026-01-06', 'ACME', { ratio: 4 })])
    expect(short(openingBalance(byRatio, balance(0, position('ACME', 100)), TODAY))).toEqual([
      '2026-01-05 transfer ACME 25',
    ])
  })

  test('can’t be negative', () => {
    const reported = listed([buy('2026-01-06', 'ACME', 4, 100)])
    expect(openingBalance(reported, balance(0, position('ACME', 1)), TODAY)).toBeNull()
  })
})

describe('A record', () => {
  const reported = listed([deposit('2026-01-05', 1000), buy('2026-01-06', 'ACME', 4, 100)])
  const first = reconcileAccount([], reported, balance(600, position('ACME', 4)), TODAY)

  test('begins with the broker’s first activity', () => {
    expect(first).toEqual(reported)
  })

  test('stays the same when read again', () => {
    expect(reconcileAccount(first, reported, balance(600, position('ACME', 4)), TODAY)).toEqual(first)
  })

  test('without a possible opening balance, the record begins today with the current holdings', () => {
    const record = reconcileAccount([], reported, balance(77, position('ACME', 1, 95)), TODAY)
    expect(short(record)).toEqual(['2026-03-10 transfer ACME 1 95', '2026-03-10 deposit 77'])
    const later = [
      ...reported,
      ...listed([buy('2026-03-11', 'ACME', 1, 50)]).map((row) => ({ ...row, id: 'new' })),
    ]
    const next = reconcileAccount(record, later, balance(27, position('ACME', 2)), '2026-03-12')
    expect(held(next)).toEqual({ ACME: 2, cash: 27 })
    expect(next.filter(({ day }) => day < TODAY)).toEqual([])
  })

  test('keeps activities older than the broker still reports', () => {
    const forgetful = reported.slice(1)
    expect(reconcileAccount(first, forgetful, balance(600, position('ACME', 4)), TODAY)).toEqual(first)
  })

  test('adopts the broker’s changes to the same days', () => {
    const corrected = listed([deposit('2026-01-05', 1000), buy('2026-01-06', 'ACME', 5, 80)])
    const record = reconcileAccount(first, corrected, balance(600, position('ACME', 5)), TODAY)
    expect(held(record)).toEqual({ ACME: 5, cash: 600 })
  })

  test('adds unexplained differences on the day they were seen, and removes them once explained', () => {
    const seen = reconcileAccount(first, reported, balance(500, position('ACME', 5)), TODAY)
    expect(short(seen.slice(reported.length))).toEqual([
      '2026-03-10 transfer ACME 1',
      '2026-03-10 withdrawal -100',
    ])
    const explained = listed([...rowsOf(reported), buy('2026-03-10', 'ACME', 1, 100)])
    const next = reconcileAccount(seen, explained, balance(500, position('ACME', 5)), '2026-03-11')
    expect(next).toEqual(explained)
  })

  test('keeps an unexplained difference on the day it was first seen', () => {
    const now = balance(600, position('ACME', 4), position('SPUN', 2))
    let record = reconcileAccount(first, reported, now, TODAY)
    for (const day of ['2026-03-11', '2026-03-12', '2026-03-16', '2026-03-17', '2026-03-18', '2026-03-30'])
      record = reconcileAccount(record, reported, now, day)
    expect(short(record)?.toSorted()).toEqual(
      short([...first, ...record.filter(({ symbol }) => symbol === 'SPUN')])?.toSorted(),
    )
    expect(short(record)).toContain('2026-03-10 transfer SPUN 2')
  })

  test('starts over when the broker reports a contradicting history', () => {
    const other = listed([deposit('2026-02-02', 300), withdrawal('2026-02-03', 100)])
    expect(held(reconcileAccount(first, other, balance(200), TODAY))).toMatchObject({ cash: 200 })
  })
})

const rowsOf = (activities: Activity[]) => activities.map(({ id: _id, line: _line, ...row }) => row)
