// What a disputed payment calls for: the money comes back from the creator, and goes there again when it is won.
import type { SyncNeeds } from './sync-subscription.ts'
import { costsAccess, DISPUTE_ENDED } from './rules.ts'
import type { Payment } from './sync-payments.ts'

/**
 * Done once for each dispute, however often it is looked at: both transfers are named after the charge and written
 * down. The subscription is not renewed on a card whose owner disputes; a won dispute gives access back until it ends.
 * Source: https://docs.stripe.com/connect/disputes
 */
export async function settleDispute(
  deps: SyncNeeds,
  payment: Payment,
  stripeSubscriptionId: string,
): Promise<void> {
  const { db, stripe } = deps
  const { stripeInvoiceId, stripeChargeId, stripeTransferId, disputeStatus } = payment
  if (disputeStatus === null) return
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .select(['p.stripeReversalId', 'p.stripeReturnId', 's.stripeAccountId', 's.endsAt', 's.status'])
    .where('p.stripeInvoiceId', '=', stripeInvoiceId)
    .executeTakeFirstOrThrow()
  const share = shareOf(payment)
  const write = (change: { stripeReversalId: string } | { stripeReturnId: string }) =>
    db.updateTable('payments').set(change).where('stripeInvoiceId', '=', stripeInvoiceId).execute()

  if (costsAccess(disputeStatus)) {
    if (row.stripeReversalId === null && stripeTransferId !== null && share > 0) {
      const reversal = await stripe.transfers.createReversal(
        stripeTransferId,
        { amount: share, metadata: { charge: stripeChargeId } },
        { idempotencyKey: `dispute:${stripeChargeId}` },
      )
      await write({ stripeReversalId: reversal.id })
    }
    const isRenewed = row.endsAt === null && ['active', 'trialing', 'past_due'].includes(row.status)
    if (isRenewed)
      await stripe.subscriptions.update(stripeSubscriptionId, {
        cancel_at_period_end: true,
        cancellation_details: { comment: DISPUTE_ENDED },
      })
    return
  }
  if (row.stripeReversalId !== null && row.stripeReturnId === null && row.stripeAccountId !== null) {
    const transfer = await stripe.transfers.create(
      {
        amount: share,
        currency: 'usd',
        destination: row.stripeAccountId,
        metadata: { charge: stripeChargeId },
      },
      { idempotencyKey: `dispute-won:${stripeChargeId}` },
    )
    await write({ stripeReturnId: transfer.id })
  }
}

/** The creator's part that has not been given back by refunds, in US cents. */
const shareOf = ({ amountInCents, feeInCents, refundedInCents, feeRefundedInCents }: Payment) =>
  amountInCents - refundedInCents - (feeInCents - feeRefundedInCents)
