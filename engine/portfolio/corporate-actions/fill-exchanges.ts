// Calculates how many shares and how much cash each exchange moves, from what is held then.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'

const ZERO = new Decimal(0)

/** `ordered`: as `inOrder` returns them. Can be repeated after rows were added. */
export function fillExchanges(ordered: readonly Activity[]): Activity[] {
  if (!ordered.some(({ type }) => type === 'exchange')) return [...ordered]
  const held = new Map<string, Decimal>()
  return ordered.map((activity) => {
    const { symbol } = activity
    if (symbol === null) return activity
    const done = filledExchange(activity, held)
    const before = held.get(symbol) ?? ZERO
    const isByRatio = done.type === 'split' && done.quantity.isZero() && done.ratio !== null
    held.set(symbol, isByRatio ? before.times(done.ratio ?? 1) : before.plus(done.quantity))
    return done
  })
}

/** `held`: the shares by symbol before this row. Any other row stays as it is. */
export function filledExchange(activity: Activity, held: ReadonlyMap<string, Decimal>): Activity {
  const { exchange, symbol } = activity
  if (!exchange) return activity
  const { kind, of, into, ratio, cash, listed } = exchange
  // Shares that were sold short are still owed.
  const shares = Decimal.max(held.get(of) ?? ZERO, 0)
  const filled = { ...activity, exchange: { ...exchange, held: shares } }
  if (symbol === into) return { ...filled, quantity: listed.shares ?? shares.times(ratio ?? 0) }
  if (kind === 'spin_off') return filled
  return {
    ...filled,
    quantity: listed.out ?? shares.negated(),
    cash: listed.cash ?? shares.times(cash ?? 0),
  }
}
