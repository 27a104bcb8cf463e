// Adds the deposits and withdrawals implied by trades, for exports that list no cash movements.
import { Decimal } from 'decimal.js'
import { optionTerms } from '#engine/market/option-terms.ts'
import type { Activity } from '../activity.ts'
import { buildBook } from '../holdings/book.ts'
import type { Holding } from '../holdings/holding.ts'

const ZERO = new Decimal(0)

/** Whether the file records deposits or withdrawals. Without them, cash would only run into debt. */
export function hasRecordedFlows(activities: readonly Activity[]): boolean {
  return activities.some(({ type }) => type === 'deposit' || type === 'withdrawal')
}

/**
 * The activities plus one deposit or withdrawal per day and currency that leaves cash at zero, as if each purchase were
 * paid from outside and each payment withdrawn at once. The result measures the return on what was invested and ignores
 * idle cash, and every figure based on it must say so. Short-sale proceeds stay until the position is covered, as
 * brokers require (Regulation T, 12 CFR 220.12(c)); withdrawn, they would leave only a debt, which has no return. A
 * written option is backed by the cash for its exercise, as in a cash account (FINRA rule 4210(f)(2)(E)), unless the
 * shares are held.
 */
export function withImpliedFlows(activities: readonly Activity[]): Activity[] {
  const kept = retainedProceeds(activities)
  const sameDay = Map.groupBy(activities, ({ day, currency }) => `${day} ${currency}`)
  const flows = [...sameDay].flatMap(([key, rows]) => {
    const cash = rows.reduce((sum, row) => sum.minus(row.cash), kept.get(key) ?? ZERO)
    const [first] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return first && !cash.isZero() ? [impliedBy(first, cash)] : []
  })
  return [...activities, ...flows]
}

/**
 * The cash for the exercise of a written option: its strike for each share; nothing for a call on shares that are held.
 */
function collateralOf(
  { symbol, quantity }: Pick<Holding, 'symbol' | 'quantity'>,
  holdings: ReadonlyMap<string, Holding>,
): Decimal {
  const terms = quantity.isNegative() ? optionTerms(symbol) : null
  if (terms === null) return ZERO
  const held = terms.side === 'call' ? (holdings.get(terms.share ?? '')?.quantity ?? ZERO) : ZERO
  const bare = quantity.abs().minus(Decimal.max(held, 0))
  return bare.isPositive() ? bare.times(terms.strike) : ZERO
}

/** By day and currency, the change in retained short-sale proceeds and collateral since the day before. */
function retainedProceeds(activities: readonly Activity[]): Map<string, Decimal> {
  const more = new Map<string, Decimal>()
  if (!activities.some(({ isShort }) => isShort)) return more
  const before = new Map<string, Decimal>()
  const held = new Map<string, Holding>()
  for (const { day, holdings } of buildBook(activities).book?.days ?? []) {
    for (const [symbol, holding] of holdings) held.set(symbol, holding)
    for (const [symbol, { currency, quantity, cost }] of held) {
      const proceeds = quantity.lessThan(0) && cost ? cost.negated() : ZERO
      const now = proceeds.plus(collateralOf({ symbol, quantity }, held))
      const key = `${day} ${currency}`
      more.set(key, (more.get(key) ?? ZERO).plus(now).minus(before.get(symbol) ?? ZERO))
      before.set(symbol, now)
    }
  }
  return more
}

function impliedBy({ id, day, currency }: Activity, cash: Decimal): Activity {
  const nothing = { symbol: null, companyName: null, price: null, ratio: null, line: null }
  const type = cash.lessThan(0) ? 'withdrawal' : 'deposit'
  return { ...nothing, id: `implied by ${id}`, type, day, quantity: ZERO, cash, fee: ZERO, currency }
}
