// Checks a file against its account before the import: impossible activities, missing shares, statement balances.
import type { Db } from '#server/db/open.ts'
import { type PackedActivity, unpackActivity } from '#engine/broker-files/packed-activity.ts'
import type { Activity, Statement } from '#engine/portfolio/activity.ts'
import type { OpeningCashOffer, OpeningOffer, Preview } from '#shared/contracts/import-preview.ts'
import { daysOfAccount } from '../activities.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import type { ActivityIssue } from '#engine/portfolio/holdings/activity-issues.ts'
import { type RecordCheck, mergedDays, reconciledDays } from '#engine/portfolio/checks/check-record.ts'
import { checkWithMarket } from '#engine/portfolio/checks/check-with-market.ts'
import {
  cashOfDay,
  type DayOfCash,
  openingCashNeeded,
} from '#engine/portfolio/reconciliation/opening-cash.ts'
import { dayBefore, type KnownBalances, NO_BALANCES } from '#engine/portfolio/reconciliation/reconcile.ts'
import { hasReportedCash } from '../reconciliation/records.ts'
import { storedEvents } from './market-events.ts'
import { withoutList } from './position-rows.ts'
import { balancesOf } from '../reconciliation/store.ts'

/** The most issues listed, and the most rows listed that need an opening position. */
export const ISSUES_SHOWN = 100

type FileToCheck = {
  /** Rows that the account doesn't have yet. */
  newRows: readonly PackedActivity[]
  statements: readonly Statement[]
  /** The account's list of positions is one of the statements, so its rows don't count. */
  replacesList: boolean
  /** The file's first day. */
  from: string
  today: string
  /** Whether there is only the sample market. */
  isSample: boolean
}
type FileCheck = {
  issues: { line: number | null; reason: string }[]
  opening: OpeningOffer | null
  openingCash: OpeningCashOffer | null
  corporateActions: Preview['corporateActions']
  statements: Preview['statements']
  /** The balances known before this file. */
  known: KnownBalances
}

/** `accountId` is null for the first file of an account. */
export async function checkFile(
  db: Db,
  accountId: string | null,
  { newRows, statements, replacesList, from, today, isSample }: FileToCheck,
): Promise<FileCheck> {
  const known = (accountId && (await balancesOf(db, [accountId])).get(accountId)) || NO_BALANCES
  const all = { ...known, statements: [...known.statements, ...statements] }
  const byDay = [...Map.groupBy(newRows, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const days = byDay.map(([day, rows]) => ({ day, rows: () => rows.map(unpackActivity) }))
  let reconciling: readonly Activity[] = []
  const cash: DayOfCash[] = []
  const read = () => {
    const stored = accountId === null ? nothing() : daysOfAccount(db, accountId)
    const merged = mergedDays(replacesList ? withoutList(stored) : stored, days)
    return reconciledDays(merged, all, (rows) => (reconciling = rows))
  }
  const openingDay = dayBefore(from)
  const options = { today, openingDay }
  const events = storedEvents(db, isSample)
  const checked = await checkWithMarket(seeingCash(read(), cash), read, events, options)
  for (const row of checked.exchanges) if (!row.cash.isZero()) cash.push(cashOfDay(row.day, [row]))
  const canOwe = hasReportedCash(all) || (await isMargin(db, accountId))
  return {
    issues: checked.issues.map(rowOf),
    opening: openingOffer(checked, openingDay),
    openingCash: canOwe ? null : openingCashOffer(cash),
    corporateActions: checked.applied.map(({ ratio, cash: paid, ...one }) => ({
      ...one,
      ratio: ratio && ratio.toNumber(),
      cash: paid && paid.toNumber(),
    })),
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
  const positions = missingShares.map((one) => ({
    ...one,
    quantity: one.quantity.abs().toFixed(),
    isShort: one.quantity.isNegative(),
  }))
  return { day, positions, rows: affected.slice(0, ISSUES_SHOWN).map(rowOf), rowCount: affected.length }
}

/** Notes what each day changes, for any number of rows. */
async function* seeingCash(
  days: AsyncIterable<readonly Activity[]>,
  seen: DayOfCash[],
): AsyncGenerator<readonly Activity[]> {
  for await (const rows of days) {
    if (rows[0]) seen.push(cashOfDay(rows[0].day, rows))
    yield rows
  }
}

/**
 * Without deposits and withdrawals no cash is needed, because the return then assumes them. With several currencies,
 * the calculation determines the needed cash, because it has the exchange rates.
 */
function openingCashOffer(days: readonly DayOfCash[]): OpeningCashOffer | null {
  const currencies = new Set(days.flatMap(({ cash }) => [...cash.keys()]))
  const [currency = ''] = currencies
  const first = days.reduce((least, { day }) => (day < least ? day : least), '9999-12-31')
  if (currencies.size !== 1 || !days.some(({ hasFlows }) => hasFlows)) return null
  const amount = openingCashNeeded(days, rateLookup(currency))
  return amount && { day: dayBefore(first), currency, amount: amount.toFixed() }
}

async function isMargin(db: Db, accountId: string | null): Promise<boolean> {
  if (accountId === null) return false
  const account = db.selectFrom('portfolioAccounts').select('isMargin').where('id', '=', accountId)
  return (await account.executeTakeFirst())?.isMargin ?? false
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
