// The opening positions that make a record possible: no more than needed, and enough.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRecord } from '#engine/portfolio/checks/check-record.ts'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { dayBefore, NO_BALANCES, reconcilingRows } from '#engine/portfolio/reconciliation/reconcile.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import { marginAccountArbitrary, RUNS } from '../performance/account-arbitrary.ts'
import { buy, dec, listed, sell, split } from '../performance/rows.ts'
import { openingOf } from '../reconciliation/statement-rows.ts'

const DAY = '2025-01-01'
/** More than all sales of one account together. */
const ROUNDED_AWAY = 0.05

async function* daysOf(rows: readonly Activity[]): AsyncGenerator<Activity[]> {
  const days = [...Map.groupBy(rows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [, day] of days) yield day
}
const check = (rows: readonly Activity[], openingDay: string | null = DAY) =>
  checkRecord(daysOf(rows), { today: '2026-01-01', openingDay })
const needed = async (rows: readonly Activity[]) =>
  (await check(rows)).missingShares.map(({ symbol, quantity }) => `${quantity.toString()} ${symbol}`)

test('shares are counted as of the opening day, before splits by ratio', async () => {
  const rows = listed([
    buy('2025-01-02', 'ACME', 1, 400),
    split('2025-02-03', 'ACME', { ratio: 4 }),
    sell('2025-03-03', 'ACME', 10, 100),
    split('2025-04-01', 'ACME', { ratio: 0.5 }),
  ])
  expect(await needed(rows)).toEqual(['1.5 ACME'])
})

test('a split by its new shares and its ratio shows how many shares were held', async () => {
  const both = { ...split('2025-02-03', 'ACME', { added: 30 }), ratio: dec(4) }
  expect(await needed(listed([both, sell('2025-03-03', 'ACME', 12, 100)]))).toEqual(['10 ACME'])
})

test('a split by its new shares alone can’t be fixed by any number, and is left out', async () => {
  const { issues, missingShares } = await check(listed([split('2025-02-03', 'ACME', { added: 30 })]))
  expect([issues.map(({ reason }) => reason), missingShares]).toEqual([['split_without_shares'], []])
})

test('the number includes what was already held on the opening day', async () => {
  const rows = listed([buy('2024-06-03', 'ACME', 3, 90), sell('2025-06-03', 'ACME', 10, 100)])
  expect(await needed(rows)).toEqual(['10 ACME'])
})

test('invalid rows don’t hide missing shares', async () => {
  const bad = { ...buy('2025-02-03', 'ACME', 1, 100), quantity: dec(-1) }
  const { issues, missingShares } = await check(listed([bad, sell('2025-03-03', 'BOLT', 2, 10)]))
  expect(issues.map(({ reason }) => reason)).toEqual(['wrong_sign'])
  expect(missingShares.map(({ symbol }) => symbol)).toEqual(['BOLT'])
})

test('without an opening day, selling shares that weren’t held changes nothing', async () => {
  const rows = listed([
    buy('2025-01-02', 'ACME', 3, 100),
    sell('2025-01-03', 'ACME', 10, 100),
    sell('2025-01-06', 'ACME', 3, 100),
  ])
  expect((await check(rows, null)).issues).toMatchObject([{ line: 3 }])
})

test('for any account with a missing beginning, the offered positions are enough, and fewer shares aren’t', async () => {
  await fc.assert(
    fc.asyncProperty(marginAccountArbitrary, fc.nat(), async ({ activities, exchangeDays }, cut) => {
      const from = exchangeDays[cut % exchangeDays.length] ?? ''
      // Earlier short positions can't be known, so the purchases that cover them are left out.
      const rows = activities.filter(({ day, isShort }) => day >= from && !isShort)
      const openingDay = dayBefore(from)
      const { missingShares, issues } = await check(rows, openingDay)
      expect(issues).toEqual([])
      const offered = missingShares.map(({ symbol, quantity, currency }) => ({
        ...openingOf(openingDay, symbol, quantity.toNumber()),
        currency,
      }))
      const isPossible = (openings: typeof offered) =>
        buildBook([...rows, ...reconcilingRows(rows, { ...NO_BALANCES, openings })]).book !== null
      expect(isPossible(offered)).toBe(true)
      // Each sale may lack a thousandth of a share, which brokers round away.
      for (const one of offered.filter(({ quantity }) => quantity.greaterThan(ROUNDED_AWAY))) {
        const fewer = offered.map((other) =>
          other === one ? { ...other, quantity: other.quantity.minus(ROUNDED_AWAY) } : other,
        )
        expect(isPossible(fewer)).toBe(false)
      }
    }),
    RUNS,
  )
})
