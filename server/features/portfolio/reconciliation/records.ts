// Reads a person's accounts, reconciled with statements and opening positions, and says how complete they are.
import type { Db } from '#server/db/open.ts'
import { exchangeDayOn } from '#server/adapters/market/exchange-days.ts'
import type { Activity } from '#server/adapters/broker/port.ts'
import type { Completeness } from '#shared/contracts/trust.ts'
import type { Mark } from '../valuation/sample-prices.ts'
import { ADDED, dayBefore, type KnownBalances, reconcilingRows } from './reconcile.ts'
import { balancesOf, leftOutOf } from './store.ts'

export type Records = {
  /** By account, with the rows that reconcile them. */
  activities: Map<string, Activity[]>
  /** By account; none where nothing is known. */
  balances: Map<string, KnownBalances>
  completeness: Completeness
}

/** `activities` as `activitiesOf` reads them; an account of which only a statement is known joins them. */
export async function reconciledRecords(
  db: Db,
  accounts: readonly { id: string }[],
  activities: Map<string, Activity[]>,
): Promise<Records> {
  const ids = accounts.map(({ id }) => id)
  const balances = await balancesOf(db, ids)
  const completeness: Completeness = {
    rowsLeftOut: await leftOutOf(db, ids),
    openingAdded: false,
    reconciledTo: null,
  }
  for (const [id, known] of balances) {
    const own = activities.get(id) ?? []
    const rows = reconcilingRows(own, known)
    if (rows.length > 0) activities.set(id, [...own, ...rows])
    if (rows.some((row) => row.id.startsWith(ADDED))) completeness.openingAdded = true
    const to = reconciledTo(known)
    if (to !== null && to > (completeness.reconciledTo ?? '')) completeness.reconciledTo = to
  }
  return { activities, balances, completeness }
}

/** The last day of the newest statement that reports what was held; null without one. */
export const reconciledTo = ({ statements }: KnownBalances): string | null =>
  statements
    .filter(({ opening, closing }) =>
      [opening, closing].some(({ positions, cash }) => positions !== null || cash !== null),
    )
    .reduce<string | null>((last, { to }) => (last === null || to > last ? to : last), null)

/** Whether a statement reports cash, so that none has to be assumed. */
export const reportsCash = (known: KnownBalances | undefined): boolean =>
  known?.statements.some(({ opening, closing }) => opening.cash !== null || closing.cash !== null) ?? false

/** The prices in statements, on the exchange days whose closes they are. */
export const marksIn = (balances: Iterable<KnownBalances>): Mark[] =>
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
