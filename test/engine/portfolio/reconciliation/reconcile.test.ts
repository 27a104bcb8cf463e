// A record is reconciled with statements and with its owner's opening positions.
import { describe, expect, test } from 'vitest'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import {
  type KnownBalances,
  NO_BALANCES,
  reconcilingRows,
} from '#engine/portfolio/reconciliation/reconcile.ts'
import { valueDifferences } from '#engine/portfolio/reconciliation/net-asset-value.ts'
import { sumStatements } from '#engine/portfolio/reconciliation/sum-statements.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { buy, dec, deposit, listed, sell, short as shorted, valued } from '../performance/rows.ts'
import { balance, position, openingOf, SILENT, statement } from './statement-rows.ts'

const described = (rows: readonly Activity[]) =>
  rows.map(({ type, day, symbol, quantity, cash, price, isShort }) =>
    [day, isShort ? `${type} short` : type, symbol ?? cash, symbol === null ? null : quantity, price]
      .filter((part) => part !== null)
      .join(' '),
  )
const reconciled = (rows: readonly Activity[], known: Partial<KnownBalances>) =>
  reconcilingRows(rows, { ...NO_BALANCES, ...known })

const YEAR = statement(
  '2025-01-01',
  '2025-12-31',
  balance({ positions: [position('ACME', 10, 100)], cash: 500 }),
  balance({ positions: [position('ACME', 4, 110)], cash: 1160 }),
)
const SALE = listed([sell('2025-06-02', 'ACME', 6, 110)])

describe('A statement', () => {
  test('begins the record with its opening balance, at that day’s price', () => {
    expect(described(reconciled(SALE, { statements: [YEAR] }))).toEqual([
      '2024-12-31 transfer ACME 10 100',
      '2024-12-31 deposit 500',
    ])
  })

  test('adds what it holds beyond its rows', () => {
    expect(described(reconciled([], { statements: [YEAR] }))).toEqual([
      '2024-12-31 transfer ACME 10 100',
      '2024-12-31 deposit 500',
      '2025-12-31 transfer ACME -6',
      '2025-12-31 deposit 660',
    ])
  })

  test('without an opening balance is calculated back from its closing balance', () => {
    const { from, to, closing } = YEAR
    expect(described(reconciled(SALE, { statements: [statement(from, to, SILENT, closing)] }))).toEqual([
      '2024-12-31 transfer ACME 10',
      '2024-12-31 deposit 500',
    ])
  })

  test('that holds less than its rows bought only removes the difference', () => {
    const rows = listed([deposit('2025-01-02', 1000), buy('2025-01-03', 'ACME', 5, 100)])
    const closing = balance({ positions: [position('ACME', 2)], cash: 500 })
    expect(
      described(reconciled(rows, { statements: [statement('2025-01-01', '2025-03-31', SILENT, closing)] })),
    ).toEqual(['2025-03-31 transfer ACME -3'])
  })

  test('reports what is sold short, and what was covered', () => {
    const opening = balance({ positions: [position('BOLT', -10, 40)] })
    const closing = balance({ positions: [position('BOLT', -4, 30)] })
    const rows = reconciled([], { statements: [statement('2025-01-01', '2025-01-31', opening, closing)] })
    expect(described(rows)).toEqual([
      '2024-12-31 transfer short BOLT -10 40',
      '2025-01-31 transfer short BOLT 6 30',
    ])
    const covered = listed([shorted(buy('2025-01-15', 'BOLT', 6, 30))])
    const whole = reconciled(covered, {
      statements: [statement('2025-01-01', '2025-01-31', opening, closing)],
    })
    expect(described(whole)).toEqual(['2024-12-31 transfer short BOLT -10 40'])
    expect(
      buildBook([...covered, ...whole])
        .book?.holdings.get('BOLT')
        ?.quantity.toNumber(),
    ).toBe(-4)
  })

  test('of an earlier year replaces the later one’s opening balance', () => {
    const before = statement(
      '2024-01-01',
      '2024-12-31',
      balance({ positions: [], cash: 0 }),
      balance({ positions: [position('ACME', 10, 100)], cash: 500 }),
    )
    const rows = [...listed([deposit('2024-02-01', 1500), buy('2024-02-02', 'ACME', 10, 100)]), ...SALE]
    expect(reconciled(rows, { statements: [YEAR, before] })).toEqual([])
  })

  test('changes nothing if the rows before it agree', () => {
    const rows = [...listed([deposit('2020-02-03', 1500), buy('2020-02-04', 'ACME', 10, 100)]), ...SALE]
    expect(reconciled(rows, { statements: [YEAR] })).toEqual([])
  })
})

describe('An owner’s opening positions', () => {
  const opening = openingOf('2025-01-05', 'ACME', 6, 80)

  test('come in on their day, at their cost', () => {
    expect(described(reconciled(SALE, { openings: [opening] }))).toEqual(['2025-01-05 transfer ACME 6 80'])
  })

  test('are reduced by purchases in later files', () => {
    const rows = [...listed([buy('2024-03-04', 'ACME', 2, 70)]), ...SALE]
    expect(described(reconciled(rows, { openings: [opening] }))).toEqual(['2025-01-05 transfer ACME 4 80'])
    const all = [...listed([buy('2024-03-04', 'ACME', 9, 70)]), ...SALE]
    expect(reconciled(all, { openings: [opening] })).toEqual([])
  })

  test('are replaced by a statement of the same day', () => {
    const statements = [
      statement('2025-01-06', '2025-12-31', balance({ positions: [position('ACME', 7, 90)] }), SILENT),
    ]
    expect(described(reconciled(SALE, { openings: [opening], statements }))).toEqual([
      '2025-01-05 transfer ACME 7 90',
    ])
  })
})

describe('Statements of several accounts in one file', () => {
  const of = (quantity: number, cash: number, netAssetValue: number) =>
    balance({ positions: [position('ACME', quantity, 100)], cash, netAssetValue })
  const one = statement('2025-01-01', '2025-12-31', of(10, 500, 1500), of(4, 1160, 1560))

  test('are summed up', () => {
    const other = statement('2025-01-01', '2025-12-31', of(-3, 20, 50), of(2, 5, 205))
    const [both, ...more] = sumStatements([one, other])
    expect(more).toEqual([])
    expect(both?.opening).toMatchObject({ positions: [{ quantity: dec(10) }, { quantity: dec(-3) }] })
    expect(both?.closing).toMatchObject({
      positions: [{ symbol: 'ACME', quantity: dec(6), price: dec(100) }],
      cash: [{ amount: dec(1160) }, { amount: dec(5) }],
      netAssetValue: { amount: dec(1765) },
    })
  })

  test('are unknown if one of them doesn’t report it', () => {
    const [both] = sumStatements([one, statement('2025-01-01', '2025-12-31', SILENT, of(2, 5, 205))])
    expect(both?.opening).toEqual(SILENT)
    expect(both?.closing.positions).toHaveLength(1)
  })

  test('stay separate if their days differ', () => {
    expect(sumStatements([one, { ...one, to: '2025-06-30' }])).toHaveLength(2)
  })
})

describe('The net asset value of a statement', () => {
  const closing = balance({ positions: [position('ACME', 10, 100)], netAssetValue: 1000 })
  const statements = [statement('2025-01-01', '2025-11-30', SILENT, closing)]
  // The 30th is a Sunday, so its values are those of the 28th.
  const differences = (value: number) =>
    valueDifferences(statements, [valued('2025-11-28', value)], () => dec(1), false)

  test.each([
    [1010, []],
    [990, []],
    [1032, ['+3.2%']],
    [980, ['-2.0%']],
  ])('of 1,000 against a record of %d', (value, percents) => {
    expect(differences(value)).toEqual(percents.map((percent) => ({ day: '2025-11-30', percent })))
  })

  test('isn’t compared with sample prices that no statement gives, nor on a day without a value', () => {
    const unpriced = balance({ positions: [position('ACME', 10)], netAssetValue: 1000 })
    const other = [statement('2025-01-01', '2025-11-30', SILENT, unpriced)]
    expect(valueDifferences(other, [valued('2025-11-28', 2000)], () => dec(1), true)).toEqual([])
    expect(valueDifferences(statements, [valued('2025-11-27', 2000)], () => dec(1), false)).toEqual([])
  })
})
