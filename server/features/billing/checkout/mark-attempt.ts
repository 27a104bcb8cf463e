// Stores on an unpaid attempt whether its payer requests access during the days in which they can withdraw.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { Problem } from '#shared/problems.ts'

type Attempt = {
  /** Null: the payer's own creator plan. */
  creatorId: string | null
  /** Null: the payer didn't request it. */
  immediateAccessRequestedAt: Date | null
}

/** The last call before the payment counts. Throws `payment_not_open` if this person has no unpaid attempt. */
export async function markAttempt(
  trx: Transaction<DB>,
  payerId: string,
  { creatorId, immediateAccessRequestedAt }: Attempt,
): Promise<{ subscriptionId: string } | { planId: string }> {
  if (creatorId === null) {
    const plan = await trx
      .updateTable('creatorPlans')
      .set({ immediateAccessRequestedAt })
      .where('userId', '=', payerId)
      .where('status', '=', 'incomplete')
      .returning('id')
      .executeTakeFirst()
    if (!plan) throw new Problem('payment_not_open')
    return { planId: plan.id }
  }
  const subscription = await trx
    .updateTable('subscriptions')
    .set({ immediateAccessRequestedAt })
    .where('subscriberId', '=', payerId)
    .where('creatorId', '=', creatorId)
    .where('status', '=', 'incomplete')
    .returning('id')
    .executeTakeFirst()
  if (!subscription) throw new Problem('payment_not_open')
  return { subscriptionId: subscription.id }
}
