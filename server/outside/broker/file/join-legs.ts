// Puts the two halves of a split together, and tells on which side an option ended.
import type { Decimal } from 'decimal.js'
import type { Checked } from './check-draft.ts'
import { ZERO } from './drafts.ts'
import { isSecurityNumber } from './symbols.ts'

/** In the order in which things happened. */
export function joinLegs(checked: Checked[]): Checked[] {
  return endOptions(joinSplits(checked))
}

/**
 * Old shares out and new shares in, written as two rows, become one split with its ratio. Halves that found no
 * other stay what they are.
 */
function joinSplits(checked: Checked[]): Checked[] {
  const halves = checked.filter(({ leg }) => leg !== undefined)
  const joined = new Map<Checked, Checked | null>()
  for (const pair of Map.groupBy(halves, ({ activity, leg }) => `${activity.day} ${leg}`).values()) {
    const split = pair.length === 2 ? splitOf(pair) : null
    // The split stands where the new shares came in.
    if (split)
      for (const half of pair) joined.set(half, half.activity.line === split.activity.line ? split : null)
  }
  return joined.size === 0
    ? checked
    : checked.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one))
}

function splitOf([one, other]: Checked[]): Checked | null {
  if (!one || !other) return null
  const [into, out] = one.activity.quantity.isPositive() ? [one, other] : [other, one]
  const [fresh, old] = [into.activity, out.activity]
  const isOut = old.quantity.isNegative() && !old.quantity.isZero()
  if (!isOut || !fresh.quantity.isPositive() || fresh.quantity.isZero()) return null
  // Where the old shares go under another symbol, it is a number: a symbol of its own would be another company.
  const isSameShare = old.symbol === fresh.symbol || isSecurityNumber(old.symbol ?? '')
  if (!isSameShare || !old.cash.plus(fresh.cash).isZero()) return null
  const activity = {
    ...fresh,
    type: 'split' as const,
    quantity: fresh.quantity.plus(old.quantity),
    ratio: fresh.quantity.dividedBy(old.quantity.neg()).toDecimalPlaces(10),
    price: null,
    cash: ZERO,
    fee: ZERO,
  }
  return { ...into, activity }
}

/** An option that ended was bought back where it had been sold; where this file doesn't tell, it was held. */
function endOptions(checked: Checked[]): Checked[] {
  const held = new Map<string, Decimal>()
  for (const { activity, ends } of checked) {
    const { symbol } = activity
    if (!symbol) continue
    const before = held.get(symbol) ?? ZERO
    if (ends) {
      const size = activity.quantity.abs()
      const isShort = before.isNegative() && !before.isZero()
      activity.type = isShort ? 'buy' : 'sell'
      activity.quantity = isShort ? size : size.neg()
    }
    held.set(symbol, before.plus(activity.quantity))
  }
  return checked
}
