// Calculates the opening balance before the first reported activity, back from a later balance.
import { Decimal } from 'decimal.js'
import type { Activity, Balance, Position } from '../activity.ts'
import { inOrder } from '../holdings/activity-order.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { CENT, differences, SHARE } from './differences.ts'

/** Prefix of the ids of an opening balance's rows. */
export const OPENING = 'opening '
const ZERO = new Decimal(0)

/**
 * The opening balance as rows on the day before the first activity, or on `today` if there is none: shares as
 * transfers, at their average cost if none were traded since, and cash as a deposit. Null if the activities can't have
 * led to the balance, because the account would have held less than nothing.
 */
export function openingBalance(
  activities: readonly Activity[],
  balance: Balance,
  today: string,
): Activity[] | null {
  const first = activities.reduce((day, activity) => (activity.day < day ? activity.day : day), '9999-12-31')
  const day = activities.length === 0 ? today : dayOf(dayNumber(first) - 1)
  const positions = positionsBefore(activities, balance.positions)
  const cash = cashBefore(activities, balance.cash)
  if (positions === null || cash === null) return null
  const nothing = { holdings: new Map(), cash: new Map() }
  const options = { kind: OPENING, dayOf: () => day, priceOf: ({ averageCost }: Position) => averageCost }
  return differences(nothing, { positions, cash }, options)
}

/** The positions before the activities, without prices. Null if one would be negative. */
export function positionsBefore(
  activities: readonly Activity[],
  positions: readonly Position[],
): Position[] | null {
  const held = new Map<string, Decimal>()
  for (const { symbol, quantity } of positions) held.set(symbol, (held.get(symbol) ?? ZERO).plus(quantity))
  for (const { symbol, type, quantity, ratio } of inOrder(activities).toReversed()) {
    if (symbol === null) continue
    const after = held.get(symbol) ?? ZERO
    const isByRatio = type === 'split' && quantity.isZero() && ratio !== null
    held.set(symbol, isByRatio ? after.div(ratio) : after.minus(quantity))
  }
  if ([...held.values()].some((quantity) => quantity.lessThan(-SHARE))) return null
  const traded = new Set(activities.map(({ symbol }) => symbol))
  return [...held]
    .filter(([, quantity]) => quantity.greaterThan(SHARE))
    .map(([symbol, quantity]) => {
      const position = positions.find((one) => one.symbol === symbol)
      const activity = activities.find((one) => one.symbol === symbol)
      return {
        symbol,
        companyName: position?.companyName ?? activity?.companyName ?? null,
        quantity,
        averageCost: traded.has(symbol) ? null : (position?.averageCost ?? null),
        price: null,
        currency: position?.currency ?? activity?.currency ?? 'USD',
      }
    })
}

/** The cash before the activities. Null if it would be negative. */
export function cashBefore(activities: readonly Activity[], cash: Balance['cash']): Balance['cash'] | null {
  const held = new Map<string, Decimal>()
  for (const { currency, amount } of cash) held.set(currency, (held.get(currency) ?? ZERO).plus(amount))
  for (const { currency, cash: change } of activities)
    held.set(currency, (held.get(currency) ?? ZERO).minus(change))
  const before = [...held].map(([currency, amount]) => ({ currency, amount }))
  if (before.some(({ amount }) => amount.lessThan(-CENT))) return null
  return before.filter(({ amount }) => amount.greaterThan(CENT))
}
