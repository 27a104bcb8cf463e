// What an account held before the first thing its broker tells of, worked back from what it holds now.
import { Decimal } from 'decimal.js'
import type { Activity, Position } from '#server/outside/broker/port.ts'
import type { Balance } from '#server/outside/broker/provider.ts'
import { inOrder } from '../activity-order.ts'
import { dayNumber, dayOf } from '../calendar-day.ts'

/** The ids of rows that no broker told begin so. */
export const OPENING = 'opening '
const ZERO = new Decimal(0)
/** Of a share; less is what rounding leaves over. */
const SHARE = 1e-6
/** Of a unit of the currency, for the same reason. */
const CENT = 0.01

/**
 * What came in on the day before the first activity, or on `today` where there is none: shares as a transfer, at their
 * average cost as far as nothing was traded since, and cash as a deposit. Null where the activities can't have led to
 * the balance, since less than nothing would have had to be there.
 */
export function openingOf(
  activities: readonly Activity[],
  balance: Balance,
  today: string,
): Activity[] | null {
  const first = activities.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const day = activities.length === 0 ? today : dayOf(dayNumber(first) - 1)
  const shares = sharesBefore(activities, balance.positions)
  const cash = cashBefore(activities, balance.cash)
  const isImpossible =
    [...shares.values()].some((quantity) => quantity.lessThan(-SHARE)) ||
    [...cash.values()].some((amount) => amount.lessThan(-CENT))
  if (isImpossible) return null
  const traded = new Set(activities.map(({ symbol }) => symbol))
  const held = [...shares].filter(([, quantity]) => quantity.greaterThan(SHARE))
  return [
    ...held.map(([symbol, quantity]) => {
      const position = balance.positions.find((one) => one.symbol === symbol)
      const cost = traded.has(symbol) ? null : (position?.averageCost ?? null)
      const told = activities.find((activity) => activity.symbol === symbol)
      const currency = position?.currency ?? told?.currency ?? 'USD'
      const companyName = position?.companyName ?? told?.companyName ?? null
      return sharesRow(OPENING, { symbol, companyName, currency }, quantity, cost, day)
    }),
    ...[...cash]
      .filter(([, amount]) => amount.greaterThan(CENT))
      .map(([currency, amount]) => cashRow(OPENING, currency, amount, day)),
  ]
}

type Share = Pick<Position, 'symbol' | 'companyName' | 'currency'>

export function sharesRow(
  kind: string,
  { symbol, companyName, currency }: Share,
  quantity: Decimal,
  price: Decimal | null,
  day: string,
): Activity {
  const id = `${kind}${symbol} ${day}`
  const rest = { cash: ZERO, fee: ZERO, ratio: null, line: null }
  return { id, type: 'transfer', day, symbol, companyName, quantity, price, currency, ...rest }
}

export function cashRow(kind: string, currency: string, cash: Decimal, day: string): Activity {
  const type = cash.isNegative() ? 'withdrawal' : 'deposit'
  const rest = {
    symbol: null,
    companyName: null,
    quantity: ZERO,
    price: null,
    fee: ZERO,
    ratio: null,
    line: null,
  }
  return { id: `${kind}cash ${currency} ${day}`, type, day, cash, currency, ...rest }
}

/** Undoes what happened, the last first. */
function sharesBefore(activities: readonly Activity[], positions: readonly Position[]): Map<string, Decimal> {
  const held = new Map<string, Decimal>()
  for (const { symbol, quantity } of positions) held.set(symbol, (held.get(symbol) ?? ZERO).plus(quantity))
  for (const { symbol, type, quantity, ratio } of inOrder(activities).toReversed()) {
    if (symbol === null) continue
    const after = held.get(symbol) ?? ZERO
    const isByRatio = type === 'split' && quantity.isZero() && ratio !== null
    held.set(symbol, isByRatio ? after.div(ratio) : after.minus(quantity))
  }
  return held
}

function cashBefore(activities: readonly Activity[], cash: Balance['cash']): Map<string, Decimal> {
  const held = new Map<string, Decimal>()
  for (const { currency, amount } of cash) held.set(currency, (held.get(currency) ?? ZERO).plus(amount))
  for (const { currency, cash: change } of activities)
    held.set(currency, (held.get(currency) ?? ZERO).minus(change))
  return held
}
