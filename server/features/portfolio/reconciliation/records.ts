// Reads a person's accounts, reconciled with statements and opening positions, and how complete they are.
import type { Db } from '#server/db/open.ts'
import { exchangeDayOn } from '#engine/market/exchange-days.ts'
import type { Activity } from '#engine/portfolio/activity.ts'
import type { Completeness } from '#shared/contracts/track-record.ts'
import type { StatementPrice } from '#engine/portfolio/valuation/sample-prices.ts'
import {
  ADDED,
  dayBefore,
  type KnownBalances,
  reconcilingRows,
} from '#engine/portfolio/reconciliation/reconcile.ts'
import { balancesOf, leftOutOf } from './store.ts'

export type Records = {
  /** Keyed by account id, including the rows that reconcile them. */
  activities: Map<string, Activity[]>
  /** Keyed by account id. Accounts without known balances are missing. */
  balances: Map<string, KnownBalances>
  completeness: Completeness
}

/** `activities` as `activitiesOf` reads them. */
export async function reconciledRecords(
  db: Db,
  accounts: readonly { id: string }[],
  activities: Map<string, Activity[]>,
): Promise<Records> {
  const ids = accounts.map(({ id }) => id)
  return recordsOf(activities, await balancesOf(db, ids), await leftOutOf(db, ids))
}

/** Adds the rows that reconcile each account with its balances. Accounts known only from a statement are added. */
export function recordsOf(
  activities: Map<string, Activity[]>,
  balances: Map<string, KnownBalances>,
  rowsLeftOut: number,
): Records {
  const completeness: Completeness = {
    rowsLeftOut,
    openingAdded: false,
    openingCash: null,
    isMargin: false,
    reconciledTo: null,
  }
  for (const [id, known] of balances) {
    const own = activities.get(id) ?? []
    const rows = reconcilingRows(own, known)
    if (rows.length > 0) activities.set(id, [...own, ...rows])
    const added = rows.filter((row) => row.id.startsWith(ADDED))
    if (added.some(({ symbol }) => symbol !== null)) completeness.openingAdded = true
    if (added.some(({ symbol }) => symbol === null)) completeness.openingCash = 'added'
    const to = reconciledTo(known)
    if (to !== null && to > (completeness.reconciledTo ?? '')) completeness.reconciledTo = to
  }
  return { activities, balances, completeness }
}

/** The last day of the newest statement that reports positions or cash at its end, or null. */
export const reconciledTo = ({ statements }: KnownBalances): string | null =>
  statements
    .filter(({ closing: { positions, cash } }) => positions !== null || cash !== null)
    .reduce<string | null>((last, { to }) => (last === null || to > last ? to : last), null)

/** Whether a statement reports cash, so that none has to be assumed. */
export const hasReportedCash = (known: KnownBalances | undefined): boolean =>
  known?.statements.some(({ opening, closing }) => opening.cash !== null || closing.cash !== null) ?? false

/** Prices in statements, on the exchange days of their closes. */
export const statementPrices = (balances: Iterable<KnownBalances>): StatementPrice[] =>
  [...balances].flatMap(({ statements }) =>
    statements.flatMap(({ from, to, opening, closing }) =>
      [
        { positions: opening.positions, day: dayBefore(from) },
        { positions: closing.positions, day: to },
      ].flatMap(({ positions, day }) =>
        (positions ?? []).flatMap(({ symbol, price, currency }) =>
          price?.greaterThan(0) ? [{ symbol, day: exchangeDayOn(day), price, currency }] : [],
        ),
      ),
    ),
  )
