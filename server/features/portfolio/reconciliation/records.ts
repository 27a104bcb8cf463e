// Reads a person's accounts, reconciled with statements and opening positions, and how complete they are.
import type { Db } from '#server/db/open.ts'
import { exchangeDayOn } from '#engine/market/exchange-days.ts'
import type { CorporateAction } from '#engine/market/prices.ts'
import type { Activity, StatementBalance } from '#engine/portfolio/activity.ts'
import { fillExchanges } from '#engine/portfolio/corporate-actions/fill-exchanges.ts'
import { applyActions, placeActions } from '#engine/portfolio/corporate-actions/place-actions.ts'
import { inOrder } from '#engine/portfolio/holdings/activity-order.ts'
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

/** `activities` as `activitiesOf` reads them. `actionsOf`: the market's corporate actions of these accounts' shares. */
export async function reconciledRecords(
  db: Db,
  accounts: readonly { id: string }[],
  activities: Map<string, Activity[]>,
  actionsOf: (
    rows: Map<string, Activity[]>,
    balances: Map<string, KnownBalances>,
  ) => Promise<readonly CorporateAction[]>,
): Promise<Records> {
  const ids = accounts.map(({ id }) => id)
  const balances = await balancesOf(db, ids)
  const actions = await actionsOf(activities, balances)
  return recordsOf(activities, balances, await leftOutOf(db, ids), actions)
}

/**
 * Adds the rows of corporate actions, and those that reconcile each account with its balances. Accounts known only from
 * a statement are added.
 */
export function recordsOf(
  files: Map<string, Activity[]>,
  reported: Map<string, KnownBalances>,
  rowsLeftOut: number,
  actions: readonly CorporateAction[] = [],
): Records {
  const { activities, balances } = withActions(files, reported, actions)
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
    // Corporate actions may also exchange shares that only these rows add.
    if (rows.length > 0)
      activities.set(id, actions.length === 0 ? [...own, ...rows] : refilled([...own, ...rows]))
    const added = rows.filter((row) => row.id.startsWith(ADDED))
    if (added.some(({ symbol }) => symbol !== null)) completeness.openingAdded = true
    if (added.some(({ symbol }) => symbol === null)) completeness.openingCash = 'added'
    const to = reconciledTo(known)
    if (to !== null && to > (completeness.reconciledTo ?? '')) completeness.reconciledTo = to
  }
  return { activities, balances, completeness }
}

const refilled = (rows: readonly Activity[]) =>
  rows.some(({ type }) => type === 'exchange') ? fillExchanges(inOrder(rows)) : [...rows]

/**
 * Moves balances and rows to the newest symbols. Which actions apply to an account also depends on the rows that its
 * balances add.
 */
function withActions(
  files: Map<string, Activity[]>,
  reported: Map<string, KnownBalances>,
  actions: readonly CorporateAction[],
): Pick<Records, 'activities' | 'balances'> {
  if (actions.length === 0) return { activities: files, balances: reported }
  const [activities, balances] = [new Map(files), new Map(reported)]
  for (const id of new Set([...files.keys(), ...reported.keys()])) {
    const [own, known] = [files.get(id) ?? [], reported.get(id)]
    const whole = known ? [...own, ...reconcilingRows(own, known)] : own
    const { chosen } = placeActions(whole, actions)
    if (chosen.length === 0) continue
    const { rows, nameOn } = applyActions(own, chosen)
    if (rows.length > 0) activities.set(id, rows)
    if (known) balances.set(id, renamedBalances(known, nameOn))
  }
  return { activities, balances }
}

function renamedBalances(
  { statements, openings, cash }: KnownBalances,
  nameOn: (symbol: string, day: string) => string,
): KnownBalances {
  const onDay = <T extends { symbol: string }>(one: T, day: string): T => ({
    ...one,
    symbol: nameOn(one.symbol, day),
  })
  const balanceOn = (balance: StatementBalance, day: string): StatementBalance => ({
    ...balance,
    positions: balance.positions?.map((one) => onDay(one, day)) ?? null,
  })
  return {
    statements: statements.map((one) => ({
      ...one,
      opening: balanceOn(one.opening, dayBefore(one.from)),
      closing: balanceOn(one.closing, one.to),
    })),
    openings: openings.map((one) => onDay(one, one.day)),
    cash,
  }
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
