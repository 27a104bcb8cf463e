// Adds the outside money that an account's files leave out: every deposit, or the cash before the first row.
import type { RateOn } from '#engine/market/exchange-rates.ts'
import type { Activity } from '../activity.ts'
import { assumedOpeningCash, withTimelyDeposits } from '../reconciliation/opening-cash.ts'
import { hasRecordedFlows, withImpliedFlows } from './implied-flows.ts'

export type AccountRows = {
  activities: Activity[]
  /** The deposits and withdrawals are those of `withImpliedFlows`. */
  areFlowsAssumed: boolean
  /** The initial cash is unknown, and the account can't owe any. */
  isCashUnknown: boolean
}

/**
 * `isCashReported`: a statement or a running balance exists. `mayOwe`: a margin account, or one linked to its broker.
 */
export function withAssumedFlows(
  activities: Activity[],
  { isCashReported, mayOwe }: { isCashReported: boolean; mayOwe: boolean },
): AccountRows {
  const areFlowsAssumed = !hasRecordedFlows(activities) && !isCashReported
  const isCashUnknown = !areFlowsAssumed && !isCashReported && !mayOwe
  const rows = areFlowsAssumed
    ? withImpliedFlows(activities)
    : isCashUnknown
      ? withTimelyDeposits(activities)
      : activities
  return { activities: rows, areFlowsAssumed, isCashUnknown }
}

/** `rateOn` converts into `base`. */
export function withOpeningCash<T extends AccountRows>(
  account: T,
  base: string,
  rateOn: RateOn,
): T & { isCashAssumed: boolean } {
  const cash = account.isCashUnknown ? assumedOpeningCash(account.activities, base, rateOn) : null
  const activities = cash ? [cash, ...account.activities] : account.activities
  return { ...account, activities, isCashAssumed: cash !== null }
}
