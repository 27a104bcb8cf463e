// For exports that tell of trades but not of the money that came in and went out.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'

/** Whether deposits or withdrawals are told; without them cash would only run into debt. */
export function recordsCash(activities: readonly Activity[]): boolean {
  return activities.some(({ type }) => type === 'deposit' || type === 'withdrawal')
}

/**
 * The same activities with one deposit or withdrawal a day and currency that leaves the cash at zero, as if each
 * purchase were paid from outside and each payment taken out at once. What is then measured is the return on what was
 * invested; cash that lay idle in between is unknown. To be said beside every figure made of it.
 */
export function withImpliedFlows(activities: readonly Activity[]): Activity[] {
  const moved = activities.filter(({ cash }) => !cash.isZero())
  const sums = Map.groupBy(moved, ({ day, currency }) => `${day} ${currency}`)
  const flows = [...sums.values()].flatMap((rows) => {
    const cash = rows.reduce((sum, row) => sum.minus(row.cash), new Decimal(0))
    const [first] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return first && !cash.isZero() ? [impliedBy(first, cash)] : []
  })
  return [...activities, ...flows]
}

function impliedBy({ id, day, currency }: Activity, cash: Decimal): Activity {
  const nothing = { symbol: null, companyName: null, price: null, ratio: null, line: null }
  const zero = new Decimal(0)
  const type = cash.lessThan(0) ? 'withdrawal' : 'deposit'
  return { ...nothing, id: `implied by ${id}`, type, day, quantity: zero, cash, fee: zero, currency }
}
