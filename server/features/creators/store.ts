// Reads Stripe's payouts to creators, also for other features.
import type { Db } from '#server/db/open.ts'
import type { PAYOUT_STATES } from '#shared/contracts/creators.ts'

export type Payout = {
  /** The id at Stripe, which must not leave the server. */
  stripePayoutId: string
  /** In the smallest unit of `currency`, such as cents. */
  amount: number
  /** Lower case, such as `usd`. */
  currency: string
  status: (typeof PAYOUT_STATES)[number]
  /** When the payout arrives at the bank, or is expected to. */
  arrivesAt: Date
  /** Stripe's code, such as `account_closed`; null unless it failed. */
  failureCode: string | null
  createdAt: Date
}

/** The newest payouts to a creator's bank first, from the table `payouts`. */
export const payoutsOf = (db: Db, creatorId: string, limit: number): Promise<Payout[]> =>
  db
    .selectFrom('payouts')
    .select(['stripePayoutId', 'amount', 'currency', 'status', 'arrivesAt', 'failureCode', 'createdAt'])
    .where('creatorId', '=', creatorId)
    .orderBy('createdAt', 'desc')
    .orderBy('stripePayoutId')
    .limit(limit)
    .execute()
