// Ends a subscription whose invoice is unpaid, and leaves one alone that was paid a moment ago.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { idOf } from './rules.ts'

/**
 * Voids the latest invoice, which ends an incomplete subscription. Canceling would also end one that was paid a moment
 * ago, and keep the money; Stripe refuses to void a paid invoice.
 */
export async function voidUnpaid(
  { stripe }: Pick<Deps, 'stripe'>,
  subscription: Stripe.Subscription,
): Promise<void> {
  const invoice = idOf(subscription.latest_invoice)
  if (invoice === null) return
  try {
    await stripe.invoices.voidInvoice(invoice)
  } catch (error) {
    // It is paid or void already. The sync that follows finds out which.
    if (stripeErrorKind(error) !== 'refused') throw error
  }
}
