// Takes back what was begun and is not paid, without touching what was paid a moment ago.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { idOf } from './rules.ts'

/**
 * Voids the first invoice, which ends an unpaid subscription. Canceling would also end one that was paid a moment ago,
 * and keep the money; a paid invoice can't be voided.
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
    // Paid or void already: the sync that follows finds out which.
    if (stripeErrorKind(error) !== 'refused') throw error
  }
}
