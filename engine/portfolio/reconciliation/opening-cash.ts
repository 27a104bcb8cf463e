// The cash an account must have held before its files begin, because its purchases cost more than the cash that comes
// in.
import { Decimal } from 'decimal.js'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { RateOn } from '#engine/market/exchange-rates.ts'
import type { Activity } from '../activity.ts'
import { hasRecordedFlows } from '../valuation/implied-flows.ts'
import { cashRow } from './differences.ts'

/** Prefix of the id of the row that adds assumed opening cash. */
export const ASSUMED = 'assumed opening '

const ZERO = new Decimal(0)
/** Brokers lend a deposit until it arrives ("instant deposits"), and list it when it has. */
const DEPOSIT_TAKES_DAYS = 7
/** In units of the currency, and as a part of all that came in. Smaller debts are rounding. */
const ROUNDING = 1
const ROUNDING_PART = 0.001

/** The changes of cash on one day, by currency, and the deposits among them. */
export type DayOfCash = {
  day: string
  cash: ReadonlyMap<string, Decimal>
  deposits: ReadonlyMap<string, Decimal>
  /** Whether money came in from outside or left. */
  hasFlows: boolean
}

/**
 * The rows, with each deposit that arrives within a week after its money was spent moved to the day it was spent.
 * Otherwise the account would be in debt for those days, and its first return would have no base.
 */
export function withTimelyDeposits(activities: readonly Activity[]): Activity[] {
  const days = [...Map.groupBy(activities, ({ day }) => day).keys()].toSorted()
  const moved = new Map<string, string>()
  for (const currency of new Set(activities.map((row) => row.currency))) {
    const own = Map.groupBy(
      activities.filter((row) => row.currency === currency),
      ({ day }) => day,
    )
    let cash = ZERO
    for (const day of days) {
      const today = (own.get(day) ?? []).filter(({ id }) => !moved.has(id))
      cash = today.reduce((sum, row) => sum.plus(row.cash), cash)
      for (const late of cash.lessThan(0) ? days : []) {
        if (late <= day || dayNumber(late) - dayNumber(day) > DEPOSIT_TAKES_DAYS) continue
        for (const { id, type, cash: sum } of own.get(late) ?? [])
          if (type === 'deposit' && !moved.has(id) && cash.lessThan(0)) {
            moved.set(id, day)
            cash = cash.plus(sum)
          }
      }
    }
  }
  if (moved.size === 0) return [...activities]
  return activities.map((row) => ({ ...row, day: moved.get(row.id) ?? row.day }))
}

/**
 * The least cash before the first day that keeps an account without a loan from owing any for more than a week, in the
 * currency of `rateOn`. Null if none is needed, or if a currency has no rate. Debts in one currency are covered by cash
 * in another, at the day's rate.
 */
export function openingCashNeeded(days: readonly DayOfCash[], rateOn: RateOn): Decimal | null {
  const held = new Map<string, Decimal>()
  let lowest = ZERO
  let cameIn = ZERO
  const inOrder = days.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  for (const [index, { day, cash }] of inOrder.entries()) {
    for (const [currency, change] of cash) held.set(currency, (held.get(currency) ?? ZERO).plus(change))
    const received = [...cash].filter(([, change]) => change.greaterThan(0))
    const [total, more] = [sumIn(held, day, rateOn), sumIn(received, day, rateOn)]
    if (total === null || more === null) return null
    cameIn = cameIn.plus(more)
    if (total.lessThan(lowest)) {
      const soon = inOrder.slice(index + 1, index + 1 + DEPOSIT_TAKES_DAYS)
      const arriving = soon
        .filter((later) => dayNumber(later.day) - dayNumber(day) <= DEPOSIT_TAKES_DAYS)
        .flatMap(({ deposits }) => [...deposits])
      lowest = Decimal.min(lowest, total.plus(sumIn(arriving, day, rateOn) ?? ZERO))
    }
  }
  const needed = lowest.negated()
  return needed.lessThan(ROUNDING) || needed.lessThan(cameIn.times(ROUNDING_PART))
    ? null
    : needed.toDecimalPlaces(2, Decimal.ROUND_UP)
}

function sumIn(cash: Iterable<readonly [string, Decimal]>, day: string, rateOn: RateOn): Decimal | null {
  let sum = ZERO
  for (const [currency, amount] of cash) {
    const rate = rateOn(currency, day)
    if (rate === null) return null
    sum = sum.plus(amount.times(rate))
  }
  return sum
}

/** The changes of one day, in the form that `openingCashNeeded` takes. */
export function cashOfDay(day: string, rows: readonly Activity[]): DayOfCash {
  const [cash, deposits] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  for (const { type, cash: change, currency } of rows)
    for (const sums of type === 'deposit' ? [cash, deposits] : [cash])
      if (!change.isZero()) sums.set(currency, (sums.get(currency) ?? ZERO).plus(change))
  return { day, cash, deposits, hasFlows: hasRecordedFlows(rows) }
}

/** The deposit that adds the needed cash before the first row; null if none is needed. `base`: the rates' currency. */
export function assumedOpeningCash(
  activities: readonly Activity[],
  base: string,
  rateOn: RateOn,
): Activity | null {
  const byDay = [...Map.groupBy(activities, ({ day }) => day)].map(([day, rows]) => cashOfDay(day, rows))
  const needed = openingCashNeeded(byDay, rateOn)
  if (needed === null) return null
  const first = byDay.reduce((least, { day }) => (day < least ? day : least), '9999-12-31')
  return cashRow(ASSUMED, base, needed, dayOf(dayNumber(first) - 1))
}
