// Reads an account's opening cash from a column with the balance after each row.
import type { Decimal } from 'decimal.js'
import type { Activity, Balance, Statement } from '#engine/portfolio/activity.ts'
import { ZERO } from './drafts.ts'

/** `account` is empty if the file has one account. */
export type BalanceAfter = { account: string; currency: string; amount: Decimal }

/** A row in the file's order: what it changed, and the balance after it, null if the file gives none. */
export type BalanceRow = Pick<Activity, 'day' | 'cash' | 'currency'> & { after: BalanceAfter | null }

/**
 * From this many pairs of balances on, a column in which most don't follow from the previous one isn't a running
 * balance.
 */
const LINKS_TO_JUDGE = 6
const CENT = 0.01

/**
 * A statement that begins with the cash before the first row of each account and currency; null if the column has no
 * usable balance. Brokers list in either order, even within a day, so the order is used in which more balances follow
 * from the previous one.
 */
export function openingStatement(rows: readonly BalanceRow[]): Statement | null {
  const days = rows.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined || rows.every(({ after }) => after === null)) return null
  const groups = [...Map.groupBy(rows, groupOf).values()].map((group) => {
    const orders = [group, group.toReversed()].map((order) => order.toSorted(byDay))
    return orders.toSorted((one, other) => followingIn(other) - followingIn(one))[0] ?? group
  })
  const isRunning = groups.every((group) => {
    const links = group.filter(({ after }) => after !== null).length - 1
    return links < LINKS_TO_JUDGE || followingIn(group) * 2 >= links
  })
  if (!isRunning) return null
  const cash = groups.flatMap((group) => openingOf(group) ?? [])
  const nothing = { positions: null, cash: null, netAssetValue: null }
  return { from, to, opening: { ...nothing, cash: sumByCurrency(cash) }, closing: nothing }
}

const groupOf = ({ after, currency }: BalanceRow) => `${after?.account ?? ''} ${after?.currency ?? currency}`
const byDay = (one: BalanceRow, other: BalanceRow) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)

/** The number of balances that equal the previous one plus the changes in between. */
function followingIn(rows: readonly BalanceRow[]): number {
  let before: Decimal | null = null
  let changed = ZERO
  let following = 0
  for (const { after, cash } of rows) {
    changed = changed.plus(cash)
    if (after === null) continue
    if (before?.plus(changed).minus(after.amount).abs().lessThan(CENT)) following += 1
    before = after.amount
    changed = ZERO
  }
  return following
}

/** The first balance less everything up to it. */
function openingOf(rows: readonly BalanceRow[]): Balance['cash'] | null {
  const first = rows.findIndex(({ after }) => after !== null)
  const after = rows[first]?.after
  if (!after) return null
  const changed = rows.slice(0, first + 1).reduce((sum, { cash }) => sum.plus(cash), ZERO)
  return [{ currency: after.currency, amount: after.amount.minus(changed) }]
}

function sumByCurrency(cash: Balance['cash']): Balance['cash'] {
  return [...Map.groupBy(cash, ({ currency }) => currency)].map(([currency, same]) => ({
    currency,
    amount: same.reduce((sum, { amount }) => sum.plus(amount), ZERO),
  }))
}
