// Reconciles an account's activities with the balances reported by statements and by its owner.
import type { Decimal } from 'decimal.js'
import type { Activity, Position, Statement } from '../activity.ts'
import { inOrder } from '../holdings/activity-order.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { Holding } from '../holdings/holding.ts'
import { holdingAfter } from '../holdings/book.ts'
import { cashRow, CENT, differences, type ReportedBalance, SHARE, sharesRow } from './differences.ts'
import { cashBefore, positionsBefore } from './opening-balance.ts'

/** A position that its owner says was held at the close of `day`, because the files begin later. */
export type OpeningPosition = {
  day: string
  symbol: string
  companyName: string | null
  /** Negative if the shares were owed. */
  quantity: Decimal
  /** Cost per share in `currency`, null if unknown. */
  price: Decimal | null
  currency: string
}
/** Cash that its owner says was in the account at the close of `day`. */
export type OpeningCash = { day: string; currency: string; amount: Decimal }
export type KnownBalances = {
  statements: readonly Statement[]
  openings: readonly OpeningPosition[]
  cash: readonly OpeningCash[]
}
export const NO_BALANCES: KnownBalances = { statements: [], openings: [], cash: [] }

/** Prefixes of the ids of rows made from statements and from the owner's opening positions. */
export const RECONCILED = 'reconciled '
export const ADDED = 'added opening '

export const dayBefore = (day: string): string => dayOf(dayNumber(day) - 1)

/**
 * The rows to add to `activities` so that they match each balance on its day. A statement is exact: the record begins
 * with its opening balance, and later differences come in or leave without gain or loss. An owner's opening position or
 * cash is a minimum: files that contain the purchases or deposits replace it. The result depends on what is known and
 * not on the order of imports. Impossible activities are skipped.
 */
export function reconcilingRows(
  activities: readonly Activity[],
  { statements, openings, cash }: KnownBalances,
): Activity[] {
  if (statements.length === 0 && openings.length === 0 && cash.length === 0) return []
  const ordered = inOrder(activities)
  const book = openBook()
  const rows: Activity[] = []
  let next = 0
  for (const [day, balance] of balancesByDay(ordered, statements, [...openings, ...cash])) {
    for (; (ordered[next]?.day ?? '9999-12-31') <= day; next += 1) book.take(ordered[next])
    const added = balance.positions
      ? []
      : openings.flatMap((one) => (one.day === day ? lacking(book, one) : []))
    const addedCash = balance.cash
      ? []
      : cash.flatMap((one) => (one.day === day ? lackingCash(book, one) : []))
    const options = { kind: RECONCILED, dayOf: () => day, priceOf }
    const made = [...added, ...addedCash, ...differences(book, balance, options)]
    for (const row of made) book.take(row)
    rows.push(...made)
  }
  return rows
}

/** A share's value on the day of the balance. With its earlier cost, earlier gains would become part of the record. */
const priceOf = ({ price, averageCost }: Position) => price ?? averageCost

function openBook() {
  const holdings = new Map<string, Holding>()
  const cash = new Map<string, Decimal>()
  return {
    holdings,
    cash,
    take(activity: Activity | undefined): void {
      if (!activity) return
      const { currency, cash: change } = activity
      cash.set(currency, cash.get(currency)?.plus(change) ?? change)
      const after = holdingAfter(holdings, activity)
      if (after !== null && !('reason' in after)) holdings.set(after.symbol, after)
    },
  }
}

function lacking({ holdings }: ReturnType<typeof openBook>, opening: OpeningPosition): Activity[] {
  const { symbol, price, day } = opening
  const holding = holdings.get(symbol)
  const isShort = opening.quantity.isNegative()
  const there = isShort ? holding?.short.negated() : holding?.quantity.plus(holding.short)
  const quantity = opening.quantity.minus(there ?? 0)
  const isLacking = quantity.abs().greaterThanOrEqualTo(SHARE) && quantity.isNegative() === isShort
  return isLacking ? [sharesRow(ADDED, opening, { quantity, price, isShort }, day)] : []
}

function lackingCash(
  { cash }: ReturnType<typeof openBook>,
  { day, currency, amount }: OpeningCash,
): Activity[] {
  const missing = amount.minus(cash.get(currency) ?? 0)
  return missing.lessThan(CENT) ? [] : [cashRow(ADDED, currency, missing, day)]
}

/**
 * Ascending by day. A closing balance wins over the next opening balance, because it has more data, such as average
 * costs.
 */
function balancesByDay(
  ordered: readonly Activity[],
  statements: readonly Statement[],
  openings: readonly { day: string }[],
): [string, ReportedBalance][] {
  const byDay = new Map<string, ReportedBalance>()
  const add = (day: string, { positions, cash }: ReportedBalance) => {
    const known = byDay.get(day)
    byDay.set(day, { positions: known?.positions ?? positions, cash: known?.cash ?? cash })
  }
  const sorted = statements.toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
  for (const { to, closing } of sorted) add(to, closing)
  for (const { from, opening } of sorted) add(dayBefore(from), opening)
  for (const { day } of openings) add(day, { positions: null, cash: null })
  const first = sorted[0] && dayBefore(sorted[0].from)
  if (first !== undefined && !((ordered[0]?.day ?? '9999-12-31') <= first))
    add(first, earliestBalance(ordered, byDay))
  return [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The balance before the first activity, calculated from the earliest known balance. Null if that isn't possible. */
function earliestBalance(ordered: readonly Activity[], byDay: Map<string, ReportedBalance>): ReportedBalance {
  const days = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const upTo = (day: string) => ordered.filter((activity) => activity.day <= day)
  const [day, balance] = days.find(([, { positions }]) => positions !== null) ?? []
  const [cashDay, cashBalance] = days.find(([, { cash }]) => cash !== null) ?? []
  return {
    positions: day && balance?.positions ? positionsBefore(upTo(day), balance.positions) : null,
    cash: cashDay && cashBalance?.cash ? cashBefore(upTo(cashDay), cashBalance.cash) : null,
  }
}
