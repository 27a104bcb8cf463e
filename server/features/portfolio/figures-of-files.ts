// Calculates the figures of one account's files without a server or a database, for external checks
// (docs/portfolio.md).
import { Readable } from 'node:stream'
import type { Decimal } from 'decimal.js'
import { unpackActivity } from '#engine/broker-files/packed-activity.ts'
import { type ExportRead, readExport } from '#engine/broker-files/read-export.ts'
import { latestDay } from '#engine/market/calendar-day.ts'
import { rateLookup } from '#engine/market/exchange-rates.ts'
import { withRenames } from '#engine/market/corporate-actions.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import { checkWithMarket } from '#engine/portfolio/checks/check-with-market.ts'
import type { MissingShares } from '#engine/portfolio/checks/check-record.ts'
import type { ActivityIssue } from '#engine/portfolio/holdings/activity-issues.ts'
import { cashOfDay, openingCashNeeded } from '#engine/portfolio/reconciliation/opening-cash.ts'
import {
  dayBefore,
  type KnownBalances,
  type OpeningCash,
} from '#engine/portfolio/reconciliation/reconcile.ts'
import { sumStatements } from '#engine/portfolio/reconciliation/sum-statements.ts'
import { eventsOf } from './import/market-events.ts'
import { positionAsTransfer, positionsAsStatement, positionsDay } from './import/position-rows.ts'
import { hasReportedCash, recordsOf } from './reconciliation/records.ts'
import { actionsOfAccounts } from './recompute/actions-of-accounts.ts'
import {
  type AccountFigures,
  type KnownMarket,
  NO_FIGURES,
  valueAccounts,
} from './recompute/value-accounts.ts'

const ACCOUNT = 'account'

export type FilesToCheck = {
  /** The files of one account, in any order: histories, and lists of positions at their end. */
  files: readonly Uint8Array[]
  /** Prices, such as those of `simulatedMarket()`. */
  market: KnownMarket
  now: Date
  /**
   * What the owner would enter in the preview. By default the fewest shares and the least cash, in an account without a
   * loan.
   */
  openingCash?: OpeningCash
  isMargin?: boolean
}

export type FilesChecked = AccountFigures & {
  read: Pick<ExportRead, 'broker' | 'kind' | 'currency' | 'issues' | 'rows' | 'skipped'>[]
  /** Rows that can't have happened. The figures leave them out. */
  impossible: ActivityIssue[]
  /** What the preview suggests adding: shares held before the first row, and cash in the account's currency. */
  missingShares: MissingShares[]
  missingCash: Decimal | null
  /** The market's renames, mergers and spin-offs that were applied. */
  corporateActions: CorporateAction[]
}

/**
 * Reads, checks, reconciles and values one account, as an import and the following calculation would. Rows with issues
 * are left out, and the suggested opening positions are added. Throws `UnreadableFileError` for a file that can't be
 * read as a whole, and an error if the files are of different brokers.
 */
export async function figuresOfFiles({
  files,
  market,
  now,
  openingCash,
  isMargin = false,
}: FilesToCheck): Promise<FilesChecked> {
  const today = latestDay(now)
  const read: ExportRead[] = []
  for (const file of files) read.push(await readExport(Readable.from([file]), { today }))
  const [first] = read
  if (!first || read.some(({ broker }) => broker !== first.broker))
    throw new Error('The files must be from one account of one broker')
  const history = read.flatMap(({ activities }) => activities)
  const lists = read.filter(({ kind }) => kind === 'positions')
  const dayOfList = ({ asOf }: ExportRead) => positionsDay(asOf ?? null, now)
  const packed =
    history.length > 0
      ? history
      : lists.flatMap((list) => list.positions.map((one) => positionAsTransfer(one, dayOfList(list))))
  // A row that occurs in several files counts once.
  const rows = [...new Map(packed.map(unpackActivity).map((row) => [row.id, row])).values()]
  const firstDay = rows.reduce((least, { day }) => (day < least ? day : least), today)
  const day = dayBefore(firstDay)
  const lastDay = rows.reduce((last, one) => (one.day > last ? one.day : last), firstDay)
  const ofLists =
    history.length === 0
      ? []
      : lists.map((list) => positionsAsStatement(list.positions, dayOfList(list), { firstDay, lastDay }))
  const known: KnownBalances = {
    statements: [...sumStatements(read.flatMap(({ statements }) => statements ?? [])), ...ofLists],
    openings: [],
    cash: openingCash ? [openingCash] : [],
  }
  const byDay = [...Map.groupBy(rows, (row) => row.day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const reconciled = recordsOf(new Map([[ACCOUNT, rows]]), new Map([[ACCOUNT, known]]), 0)
  const all = reconciled.activities.get(ACCOUNT) ?? []
  const days = async function* () {
    const groups = [...Map.groupBy(all, (row) => row.day)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (const [, group] of groups) yield group
  }
  const checked = await checkWithMarket(days(), days, eventsOf(market, firstDay), { today, openingDay: day })
  const bad = new Set(checked.issues.map(({ activityId }) => activityId))
  const openings = checked.missingShares.map((one) => ({ ...one, day, price: null }))
  const balances = new Map([[ACCOUNT, { ...known, openings }]])
  const possible = rows.filter(({ id }) => !bad.has(id))
  const leftOut = read.reduce((sum, { issues }) => sum + issues.length, bad.size)
  const own = new Map([[ACCOUNT, possible]])
  const actions = await actionsOfAccounts(market, own, balances)
  const records = recordsOf(own, balances, leftOut, actions)
  const at = new Date(now)
  const account = { id: ACCOUNT, broker: first.broker, source: 'file' as const, currency: first.currency }
  const dates = { createdAt: at, updatedAt: at }
  const accounts = [{ ...account, connectionId: null, isMapped: false, isMargin, ...dates }]
  const figures =
    possible.length === 0
      ? NO_FIGURES
      : await valueAccounts(withRenames(market, actions), accounts, records, now)
  const mayOwe = isMargin || hasReportedCash(known)
  const cash = [
    ...byDay.map(([on, group]) => cashOfDay(on, group)),
    ...checked.exchanges.map((row) => cashOfDay(row.day, [row])),
  ]
  const hasFlows = cash.some((one) => one.hasFlows)
  return {
    ...figures,
    read,
    impossible: checked.issues,
    missingShares: checked.missingShares,
    corporateActions: checked.applied,
    missingCash: mayOwe || !hasFlows ? null : openingCashNeeded(cash, rateLookup(first.currency)),
  }
}
