// Refunds a charge at Stripe, including the creator's share and our fee, and ends its subscription.
import type Stripe from 'stripe'
import { stripeErrorCode } from '#server/adapters/stripe.ts'
import { idOf, isLive, REFUND_ENDED } from './rules.ts'
import type { BillingDeps } from './store.ts'

/** For a card that was probably stolen: its owner gets a refund before asking for one, and is charged no more. */
export async function refundForFraud(
  { stripe }: BillingDeps,
  chargeId: string,
  stripeSubscriptionId: string,
): Promise<void> {
  try {
    await refundCharge(stripe, chargeId)
  } catch (error) {
    // The bank is already taking the money back.
    if (stripeErrorCode(error) !== 'charge_disputed') throw error
  }
  await endNow(stripe, stripeSubscriptionId)
}

/** Does nothing if it has ended already, which our row may not show yet. */
export async function endNow(stripe: Stripe, stripeSubscriptionId: string): Promise<void> {
  const { status } = await stripe.subscriptions.retrieve(stripeSubscriptionId)
  if (!isLive(status)) return
  await stripe.subscriptions.cancel(stripeSubscriptionId, { cancellation_details: { comment: REFUND_ENDED } })
}

/** Refunds what is left of a charge. A plan has no transfer, and a charge without a fee has no fee to refund. */
export async function refundCharge(stripe: Stripe, id: string): Promise<void> {
  const { transfer, application_fee: fee } = await stripe.charges.retrieve(id)
  try {
    await stripe.refunds.create({
      charge: id,
      ...(idOf(transfer) !== null && { reverse_transfer: true }),
      ...(idOf(fee) !== null && { refund_application_fee: true }),
    })
  } catch (error) {
    if (stripeErrorCode(error) !== 'charge_already_refunded') throw error
  }
}
