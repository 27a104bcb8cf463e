// Makes a planned refund at Stripe, once, with the creator's share and our fee in proportion.
import { stripeErrorCode } from '#server/adapters/stripe.ts'
import { endNow, REFUND_CAUSE, refundCharge } from '../refund-charge.ts'
import { costsAccess } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { REFUND_ID, waiting } from './refund-store.ts'

/**
 * Job: repeating it refunds nothing twice, because the refund at Stripe has this refund's id in its metadata and is
 * searched for first. While the payment is disputed, the refund waits and the hourly sweep tries again: a lost dispute
 * returns the money anyway, and after a won one the refund is still due. Throws errors of the SDK, and the job is
 * retried.
 */
export async function makeRefund(deps: BillingDeps, refundId: string): Promise<void> {
  const { db, stripe } = deps
  const find = () =>
    waiting(db)
      .innerJoin('payments as p', 'p.stripeInvoiceId', 'refunds.stripeInvoiceId')
      .innerJoin('subscriptions as s', 's.id', 'refunds.subscriptionId')
      .select(['refunds.amountInCents', 'refunds.cause', 'p.stripeChargeId', 'p.disputeStatus'])
      .select(['s.stripeSubscriptionId', 'refunds.endsSubscription'])
      .where('refunds.id', '=', refundId)
      .executeTakeFirst()
  const refund = await find()
  if (!refund || refund.stripeSubscriptionId === null) return
  const { stripeChargeId: charge, stripeSubscriptionId, cause } = refund
  // First, because a refund can fail.
  if (refund.endsSubscription) await endNow(stripe, stripeSubscriptionId)
  if (refund.disputeStatus === 'lost') return await drop(deps, refundId)
  if (costsAccess(refund.disputeStatus)) return
  const { data } = await stripe.refunds.list({ charge, limit: 100 })
  const made = data.find(({ metadata }) => metadata?.[REFUND_ID] === refundId)
  // The card's bank rejected it (`refund_failed` in the log).
  if (made?.status === 'failed' || made?.status === 'canceled') return await drop(deps, refundId)
  if (!made) {
    const { amount, amount_refunded: refunded } = await stripe.charges.retrieve(charge)
    const amountInCents = Math.min(refund.amountInCents, amount - refunded)
    if (amountInCents <= 0) {
      await syncBillingRecord(deps, stripeSubscriptionId, charge)
      return await drop(deps, refundId)
    }
    try {
      await refundCharge(stripe, charge, {
        amountInCents,
        key: `${refundId}:${amountInCents}`,
        metadata: { [REFUND_ID]: refundId, [REFUND_CAUSE]: cause },
      })
    } catch (error) {
      // The charge was disputed in the meantime, and the webhook is on its way.
      if (stripeErrorCode(error) !== 'charge_disputed') throw error
    }
  }
  await syncBillingRecord(deps, stripeSubscriptionId, charge)
}

const drop = async ({ db, clock }: BillingDeps, id: string): Promise<void> =>
  void (await db
    .updateTable('refunds')
    .set({ droppedAt: clock.now() })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .execute())
