// Checks a file against its account before the import: impossible activities, missing shares, statement balances.
import type { Db } from '#server/db/open.ts'
import { type PackedActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import type { Activity, Statement } from '#engine/portfolio/activity.ts'
import type { OpeningOffer, Preview } from '#shared/contracts/import-preview.ts'
import { daysOfAccount } from '../activities.ts'
import type { ActivityIssue } from '#engine/portfolio/holdings/activity-issues.ts'
import {
  type RecordCheck,
  checkRecord,
  mergedDays,
  reconciledDays,
} from '#engine/portfolio/checks/check-record.ts'
import { dayBefore, type KnownBalances, NO_BALANCES } from '#engine/portfolio/reconciliation/reconcile.ts'
import { balancesOf } from '../reconciliation/store.ts'

/** The most issues listed, and the most rows listed that need an opening position. */
export const ISSUES_SHOWN = 100

type FileToCheck = {
  /** Rows that the account doesn't have yet. */
  newRows: readonly PackedActivity[]
  statements: readonly Statement[]
  /** The file's first day. */
  from: string
  today: string
}
type FileCheck = {
  issues: { line: number | null; reason: string }[]
  opening: OpeningOffer | null
  statements: Preview['statements']
  /** The balances known before this file. */
  known: KnownBalances
}

/** `accountId` is null for the first file of an account. */
export async function checkFile(
  db: Db,
  accountId: string | null,
  { newRows, statements, from, today }: FileToCheck,
): Promise<FileCheck> {
  const known = (accountId && (await balancesOf(db, [accountId])).get(accountId)) || NO_BALANCES
  const all = { ...known, statements: [...known.statements, ...statements] }
  const byDay = [...Map.groupBy(newRows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const days = byDay.map(([day, rows]) => ({ day, rows: () => rows.map(unpackActivity) }))
  const merged = mergedDays(accountId === null ? nothing() : daysOfAccount(db, accountId), days)
  let reconciling: readonly Activity[] = []
  const reconciled = reconciledDays(merged, all, (rows) => (reconciling = rows))
  const openingDay = dayBefore(from)
  const checked = await checkRecord(reconciled, { today, openingDay })
  return {
    issues: checked.issues.map(rowOf),
    opening: openingOffer(checked, openingDay),
    statements: statements.map((statement) => ({
      from: statement.from,
      to: statement.to,
      opening: namesOn(reconciling, dayBefore(statement.from)),
      differences: namesOn(reconciling, statement.to),
    })),
    known,
  }
}

function openingOffer({ missingShares, affected }: RecordCheck, day: string): OpeningOffer | null {
  if (missingShares.length === 0) return null
  const positions = missingShares.map((one) => ({ ...one, quantity: one.quantity.toFixed() }))
  return { day, positions, rows: affected.slice(0, ISSUES_SHOWN).map(rowOf), rowCount: affected.length }
}

/** Rows of earlier files have no line number here. */
const rowOf = ({ line, day, message }: ActivityIssue) => ({
  line,
  reason: line === null ? `${day}: ${message}` : message,
})

/** Symbols, and `cash in USD`. */
const namesOn = (rows: readonly Activity[], on: string): string[] =>
  rows.flatMap(({ day, symbol, currency }) => (day === on ? [symbol ?? `cash in ${currency}`] : []))

async function* nothing(): AsyncGenerator<Activity[]> {}
