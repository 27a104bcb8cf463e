// Refunds a charge at Stripe, including the creator's share and our fee, and ends its subscription.
import type Stripe from 'stripe'
import { stripeErrorCode, stripeErrorKind } from '#server/adapters/stripe.ts'
import { idOf, isLive, REFUND_ENDED } from './rules.ts'
import type { BillingDeps } from './store.ts'

/**
 * For a card that was probably stolen: it is no longer charged, and its owner gets a refund without asking. The
 * subscription ends first, because a refund can fail.
 */
export async function refundForFraud(
  { stripe }: BillingDeps,
  chargeId: string,
  stripeSubscriptionId: string,
): Promise<void> {
  await endNow(stripe, stripeSubscriptionId)
  await unlessDisputed(refundCharge(stripe, chargeId, { metadata: { [REFUND_CAUSE]: 'fraud' } }))
}

/** Ignores Stripe's refusal of a disputed charge: the bank is already taking the money back. */
export async function unlessDisputed(refund: Promise<unknown>): Promise<void> {
  try {
    await refund
  } catch (error) {
    if (stripeErrorCode(error) !== 'charge_disputed') throw error
  }
}

/** Does nothing if it has ended already, which our row may not show yet. */
export async function endNow(
  stripe: Stripe,
  stripeSubscriptionId: string,
  comment = REFUND_ENDED,
): Promise<void> {
  const { status } = await stripe.subscriptions.retrieve(stripeSubscriptionId)
  if (!isLive(status)) return
  const details = { cancellation_details: { comment } }
  await stripe.subscriptions.cancel(stripeSubscriptionId, details).catch((error: unknown) => {
    // It ended in the meantime.
    if (stripeErrorKind(error) !== 'missing') throw error
  })
}

/** Metadata of a refund: why it was made, for refunds that aren't stored here. */
export const REFUND_CAUSE = 'refund_cause'
/**
 * Metadata of a refund without a reversal, because Stripe refused it. Each sync reads from it what the creator owes.
 */
export const REVERSAL = 'reversal'
export const REFUSED = 'refused'
/** Refusals of the refund itself. */
const NOT_REFUNDABLE = ['charge_already_refunded', 'charge_disputed', 'charge_not_refundable']

/** A part of a charge, or by default the rest of it. A repeated call with the same key refunds it once. */
type Part = { amountInCents?: number; key?: string; metadata?: Record<string, string> }

/**
 * Refunds what is left of a charge, or a part of it. A plan has no transfer, and a charge without a fee has no fee to
 * refund. If Stripe refuses to reverse the transfer, for example because the creator was paid out, the person gets the
 * refund without it. Our fee stays then, because it would go to the creator.
 */
export async function refundCharge(
  stripe: Stripe,
  id: string,
  { amountInCents, key, metadata = {} }: Part = {},
): Promise<void> {
  const amount = amountInCents === undefined ? {} : { amount: amountInCents }
  const options = (suffix: string) => (key === undefined ? {} : { idempotencyKey: `refund:${key}${suffix}` })
  const { transfer, application_fee: fee } = await stripe.charges.retrieve(id)
  try {
    await stripe.refunds
      .create(
        {
          charge: id,
          ...amount,
          metadata,
          ...(idOf(transfer) !== null && { reverse_transfer: true }),
          ...(idOf(fee) !== null && { refund_application_fee: true }),
        },
        options(''),
      )
      .catch(async (error: unknown) => {
        const isOfReversal =
          stripeErrorKind(error) === 'refused' && !NOT_REFUNDABLE.includes(stripeErrorCode(error) ?? '')
        if (idOf(transfer) === null || !isOfReversal) throw error
        const withoutReversal = { charge: id, ...amount, metadata: { ...metadata, [REVERSAL]: REFUSED } }
        return await stripe.refunds.create(withoutReversal, options(':kept'))
      })
  } catch (error) {
    if (stripeErrorCode(error) !== 'charge_already_refunded') throw error
  }
}
