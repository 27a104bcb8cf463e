// Computes the cash, and the units with their cost, from activities.
import { Decimal } from 'decimal.js'
import type { Day } from './trading-days.ts'

export type ActivityType =
  | 'BUY'
  | 'SELL'
  | 'DIVIDEND'
  | 'REI'
  | 'CONTRIBUTION'
  | 'WITHDRAWAL'
  | 'INTEREST'
  | 'FEE'
  | 'TAX'
  | 'SPLIT'
  | 'TRANSFER'
/** One activity in the broker's history. Figures are decimal strings. */
export type Activity = {
  type: ActivityType
  symbol: string | null
  /** Change in units: negative for a sale, the new shares of a split, 0 for a dividend. */
  units: string
  price: string
  /** Change in cash: negative for a purchase. */
  amount: string
  day: Day
  /** ISO 8601. */
  at: string
  text: string
}
export type Holding = { units: Decimal; cost: Decimal }
export type Ledger = { cash: Decimal; held: Map<string, Holding> }

const NONE = new Decimal(0)
export const emptyLedger = (): Ledger => ({ cash: NONE, held: new Map() })

/** Applies one activity. A sale reduces the cost at the average cost. */
export function applyActivity(ledger: Ledger, { symbol, units, amount, type }: Activity): void {
  ledger.cash = ledger.cash.plus(amount)
  if (symbol === null || new Decimal(units).isZero()) return
  const before = ledger.held.get(symbol) ?? { units: NONE, cost: NONE }
  const after = before.units.plus(units)
  let cost = before.cost
  if (type === 'BUY' || type === 'REI') cost = cost.minus(amount)
  else if (type !== 'SPLIT' && before.units.greaterThan(0)) cost = cost.times(after.div(before.units))
  if (after.isZero()) ledger.held.delete(symbol)
  else ledger.held.set(symbol, { units: after, cost })
}

export function ledgerOf(entries: Iterable<Activity>): Ledger {
  const ledger = emptyLedger()
  for (const activity of entries) applyActivity(ledger, activity)
  return ledger
}
