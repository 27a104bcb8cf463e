// Property test: an account's files and statements give the same record in any order and with any overlap.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { dayBefore, NO_BALANCES, reconcilingRows } from '#engine/portfolio/reconciliation/reconcile.ts'
import type { Activity, Statement, StatementBalance } from '#engine/portfolio/activity.ts'
import { marginAccountArbitrary, RUNS } from '../performance/account-arbitrary.ts'

/** The account's balance at the close of a day, from all its activities. */
function balanceOn(all: readonly Activity[], day: string): StatementBalance {
  const { book } = buildBook(all.filter((activity) => activity.day <= day))
  if (!book) throw new Error('These activities can’t have happened')
  const nothing = { averageCost: null, price: null }
  return {
    positions: [...book.holdings.values()].flatMap(({ symbol, companyName, quantity, short, currency }) =>
      [quantity.plus(short), short.negated()]
        .filter((part) => !part.isZero())
        .map((part) => ({ symbol, companyName, quantity: part, currency, ...nothing })),
    ),
    cash: [...book.cash].map(([currency, amount]) => ({ currency, amount })),
    netAssetValue: null,
  }
}

const statementOf = (all: readonly Activity[], from: string, to: string): Statement => ({
  from,
  to,
  opening: balanceOn(all, dayBefore(from)),
  closing: balanceOn(all, to),
})

/** An account, and some files of it, each with its days' rows and their statement. */
const filesOfAccount = marginAccountArbitrary.chain(({ activities, exchangeDays }) => {
  const all = [...activities]
  const place = fc.nat({ max: exchangeDays.length - 1 })
  return fc.record({
    all: fc.constant(all),
    files: fc
      .array(fc.tuple(place, place), { minLength: 1, maxLength: 4 })
      .map((spans) =>
        spans.map((span) => {
          const [from = '', to = ''] = span.toSorted((a, b) => a - b).map((at) => exchangeDays[at])
          const rows = all.filter(({ day }) => day >= from && day <= to)
          return { rows, statement: statementOf(all, from, to) }
        }),
      )
      .chain((files) =>
        fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length })),
      ),
  })
})

type File = { rows: Activity[]; statement: Statement }

/** What is stored: each activity and each statement once, in the order of their import. */
function imported(files: readonly File[]) {
  const rows = new Map(files.flatMap((file) => file.rows.map((row) => [row.id, row] as const)))
  const statements = new Map(files.map(({ statement }) => [`${statement.from} ${statement.to}`, statement]))
  return { activities: [...rows.values()], statements: [...statements.values()] }
}
function reconcileAccount(files: readonly File[]): Activity[] {
  const { activities, statements } = imported(files)
  return [...activities, ...reconcilingRows(activities, { ...NO_BALANCES, statements })]
}

const byId = (rows: readonly Activity[]) =>
  rows.map((row) => JSON.stringify({ ...row, line: null })).toSorted()

function endOf(record: readonly Activity[]): Map<string, number> {
  const { book, issues } = buildBook(record)
  if (!book) throw new Error(issues[0]?.message)
  return new Map([
    ...[...book.holdings.values()].map(({ symbol, quantity }) => [symbol, quantity.toNumber()] as const),
    ...[...book.cash].map(([currency, amount]) => [currency, amount.toNumber()] as const),
  ])
}

describe('The record of files with statements', () => {
  test('is the same for any import order and for repeated imports', () => {
    fc.assert(
      fc.property(filesOfAccount, ({ files: [files, shuffled] }) => {
        expect(byId(reconcileAccount(shuffled))).toEqual(byId(reconcileAccount(files)))
        expect(byId(reconcileAccount([...files, ...shuffled]))).toEqual(byId(reconcileAccount(files)))
      }),
      RUNS,
    )
  })

  test('is possible, and matches each statement at its end', () => {
    fc.assert(
      fc.property(filesOfAccount, ({ files: [files] }) => {
        const record = reconcileAccount(files)
        for (const { statement } of files) {
          const there = endOf(record.filter(({ day }) => day <= statement.to))
          const said = new Map<string, number>()
          const { positions, cash } = statement.closing
          for (const { symbol, quantity } of positions ?? [])
            said.set(symbol, (said.get(symbol) ?? 0) + quantity.toNumber())
          for (const { currency, amount } of cash ?? []) said.set(currency, amount.toNumber())
          for (const what of new Set([...there.keys(), ...said.keys()]))
            expect(Math.abs((there.get(what) ?? 0) - (said.get(what) ?? 0))).toBeLessThan(0.011)
        }
      }),
      RUNS,
    )
  })

  test('adds nothing to a complete file', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, ({ activities, exchangeDays }) => {
        const [first = '', last = ''] = [exchangeDays[0], exchangeDays.at(-1)]
        const statements = [statementOf(activities, first, last)]
        expect(reconcilingRows(activities, { ...NO_BALANCES, statements })).toEqual([])
      }),
      RUNS,
    )
  })

  test('begins with one opening balance and has no other difference while its statements have no gap', () => {
    fc.assert(
      fc.property(marginAccountArbitrary, fc.nat(), fc.nat(), ({ activities, exchangeDays }, one, other) => {
        const at = [one % exchangeDays.length, other % exchangeDays.length].toSorted((a, b) => a - b)
        const [from = '', middle = ''] = at.map((place) => exchangeDays[place])
        const last = exchangeDays.at(-1) ?? ''
        const rows = activities.filter(({ day }) => day >= from)
        const statements = [
          ...(from <= dayBefore(middle) ? [statementOf(activities, from, dayBefore(middle))] : []),
          statementOf(activities, middle, last),
        ]
        const added = reconcilingRows(rows, { ...NO_BALANCES, statements })
        expect(added.every(({ day }) => day === dayBefore(from))).toBe(true)
      }),
      RUNS,
    )
  })
})
