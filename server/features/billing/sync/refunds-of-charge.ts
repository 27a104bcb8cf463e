// Reads a charge's refunds from Stripe.
import type Stripe from 'stripe'
import { REFUND_CAUSE, REFUSED, REVERSAL } from '../refund-charge.ts'
import { type MadeRefund, REFUND_ID, type RefundCause } from '../refunds/refund-store.ts'

export const NO_REFUNDS = {
  refundedInCents: 0,
  refundFailedInCents: 0,
  reversalRefused: false,
  refunds: [] as MadeRefund[],
}

/** A charge's refunds, without those that the bank rejected. */
export async function refundsOf(stripe: Stripe, charge: string): Promise<typeof NO_REFUNDS> {
  const { data } = await stripe.refunds.list({ charge, limit: 100 })
  const failed = data.filter(({ status }) => status === 'failed' || status === 'canceled')
  const made = data.filter((refund) => !failed.includes(refund))
  const sum = (refunds: Stripe.Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0)
  return {
    refundedInCents: sum(made),
    refundFailedInCents: sum(failed),
    reversalRefused: made.some(({ metadata }) => metadata?.[REVERSAL] === REFUSED),
    refunds: made.map(({ id, amount, created, metadata }) => ({
      stripeRefundId: id,
      amountInCents: amount,
      refundId: metadata?.[REFUND_ID] ?? null,
      cause: (metadata?.[REFUND_CAUSE] as RefundCause | undefined) ?? 'other',
      madeAt: new Date(created * 1000),
    })),
  }
}
