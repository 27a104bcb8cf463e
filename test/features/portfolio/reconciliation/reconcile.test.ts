// A record is reconciled with what statements report and what its owner says was held before.
import { describe, expect, test } from 'vitest'
import { readBook } from '#server/features/portfolio/holdings/book.ts'
import { type KnownBalances, reconcilingRows } from '#server/features/portfolio/reconciliation/reconcile.ts'
import { valueDifferences } from '#server/features/portfolio/reconciliation/net-asset-value.ts'
import { sumStatements } from '#server/features/portfolio/reconciliation/sum-statements.ts'
import type { Activity } from '#server/adapters/broker/port.ts'
import {
  buy,
  dec,
  deposit,
  listed,
  sell,
  short as shorted,
  valued,
} from '#test/features/portfolio/performance/rows.ts'
import { balance, held, openingOf, SILENT, statement } from './statement-rows.ts'

const told = (rows: readonly Activity[]) =>
  rows.map(({ type, day, symbol, quantity, cash, price, isShort }) =>
    [day, isShort ? `${type} short` : type, symbol ?? cash, symbol === null ? null : quantity, price]
      .filter((part) => part !== null)
      .join(' '),
  )
const reconciled = (rows: readonly Activity[], known: Partial<KnownBalances>) =>
  reconcilingRows(rows, { statements: [], openings: [], ...known })

const YEAR = statement(
  '2025-01-01',
  '2025-12-31',
  balance({ positions: [held('ACME', 10, 100)], cash: 500 }),
  balance({ positions: [held('ACME', 4, 110)], cash: 1160 }),
)
const SALE = listed([sell('2025-06-02', 'ACME', 6, 110)])

describe('A statement', () => {
  test('begins the record with its opening balance, at the price of that day', () => {
    expect(told(reconciled(SALE, { statements: [YEAR] }))).toEqual([
      '2024-12-31 transfer ACME 10 100',
      '2024-12-31 deposit 500',
    ])
  })

  test('brings in what it holds otherwise than its rows say', () => {
    expect(told(reconciled([], { statements: [YEAR] }))).toEqual([
      '2024-12-31 transfer ACME 10 100',
      '2024-12-31 deposit 500',
      '2025-12-31 transfer ACME -6',
      '2025-12-31 deposit 660',
    ])
  })

  test('without an opening balance is calculated back from its closing balance', () => {
    const { from, to, closing } = YEAR
    expect(told(reconciled(SALE, { statements: [statement(from, to, SILENT, closing)] }))).toEqual([
      '2024-12-31 transfer ACME 10',
      '2024-12-31 deposit 500',
    ])
  })

  test('that holds less than its rows bought only takes out the difference', () => {
    const rows = listed([deposit('2025-01-02', 1000), buy('2025-01-03', 'ACME', 5, 100)])
    const closing = balance({ positions: [held('ACME', 2)], cash: 500 })
    expect(
      told(reconciled(rows, { statements: [statement('2025-01-01', '2025-03-31', SILENT, closing)] })),
    ).toEqual(['2025-03-31 transfer ACME -3'])
  })

  test('says what is sold short, and what was bought back', () => {
    const opening = balance({ positions: [held('BOLT', -10, 40)] })
    const closing = balance({ positions: [held('BOLT', -4, 30)] })
    const rows = reconciled([], { statements: [statement('2025-01-01', '2025-01-31', opening, closing)] })
    expect(told(rows)).toEqual([
      '2024-12-31 transfer short BOLT -10 40',
      '2025-01-31 transfer short BOLT 6 30',
    ])
    const covered = listed([shorted(buy('2025-01-15', 'BOLT', 6, 30))])
    const whole = reconciled(covered, {
      statements: [statement('2025-01-01', '2025-01-31', opening, closing)],
    })
    expect(told(whole)).toEqual(['2024-12-31 transfer short BOLT -10 40'])
    expect(
      readBook([...covered, ...whole])
        .book?.holdings.get('BOLT')
        ?.quantity.toNumber(),
    ).toBe(-4)
  })

  test('of an earlier year takes the place of the later one’s opening balance', () => {
    const before = statement(
      '2024-01-01',
      '2024-12-31',
      balance({ positions: [], cash: 0 }),
      balance({ positions: [held('ACME', 10, 100)], cash: 500 }),
    )
    const rows = [...listed([deposit('2024-02-01', 1500), buy('2024-02-02', 'ACME', 10, 100)]), ...SALE]
    expect(reconciled(rows, { statements: [YEAR, before] })).toEqual([])
  })

  test('says nothing of rows before it that agree', () => {
    const rows = [...listed([deposit('2020-02-03', 1500), buy('2020-02-04', 'ACME', 10, 100)]), ...SALE]
    expect(reconciled(rows, { statements: [YEAR] })).toEqual([])
  })
})

describe('Opening positions that an owner added', () => {
  const opening = openingOf('2025-01-05', 'ACME', 6, 80)

  test('come in on their day, at their cost', () => {
    expect(told(reconciled(SALE, { openings: [opening] }))).toEqual(['2025-01-05 transfer ACME 6 80'])
  })

  test('are what files bought meanwhile, but for the rest', () => {
    const rows = [...listed([buy('2024-03-04', 'ACME', 2, 70)]), ...SALE]
    expect(told(reconciled(rows, { openings: [opening] }))).toEqual(['2025-01-05 transfer ACME 4 80'])
    const all = [...listed([buy('2024-03-04', 'ACME', 9, 70)]), ...SALE]
    expect(reconciled(all, { openings: [opening] })).toEqual([])
  })

  test('give way to a statement of the same day', () => {
    const statements = [
      statement('2025-01-06', '2025-12-31', balance({ positions: [held('ACME', 7, 90)] }), SILENT),
    ]
    expect(told(reconciled(SALE, { openings: [opening], statements }))).toEqual([
      '2025-01-05 transfer ACME 7 90',
    ])
  })
})

describe('Statements of several accounts in one file', () => {
  const of = (quantity: number, cash: number, netAssetValue: number) =>
    balance({ positions: [held('ACME', quantity, 100)], cash, netAssetValue })
  const one = statement('2025-01-01', '2025-12-31', of(10, 500, 1500), of(4, 1160, 1560))

  test('are one of all of them', () => {
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

  test('are unknown where one of them says nothing', () => {
    const [both] = sumStatements([one, statement('2025-01-01', '2025-12-31', SILENT, of(2, 5, 205))])
    expect(both?.opening).toEqual(SILENT)
    expect(both?.closing.positions).toHaveLength(1)
  })

  test('stay apart where their days differ', () => {
    expect(sumStatements([one, { ...one, to: '2025-06-30' }])).toHaveLength(2)
  })
})

describe('The net asset value of a statement', () => {
  const closing = balance({ positions: [held('ACME', 10, 100)], netAssetValue: 1000 })
  const statements = [statement('2025-01-01', '2025-11-30', SILENT, closing)]
  // The 30th is a Sunday, and its values are of the 28th.
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
    const unpriced = balance({ positions: [held('ACME', 10)], netAssetValue: 1000 })
    const other = [statement('2025-01-01', '2025-11-30', SILENT, unpriced)]
    expect(valueDifferences(other, [valued('2025-11-28', 2000)], () => dec(1), true)).toEqual([])
    expect(valueDifferences(statements, [valued('2025-11-27', 2000)], () => dec(1), false)).toEqual([])
  })
})
