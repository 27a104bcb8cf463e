// Ends a subscription whose invoice is unpaid, but not one that was just paid.
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
  if (invoice !== null) await voidInvoice(stripe, invoice)
}

/** Voids an invoice, unless it was just paid or voided. The sync that follows determines which. */
export async function voidInvoice(stripe: Stripe, invoice: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoice)
  } catch (error) {
    if (stripeErrorKind(error) !== 'refused') throw error
  }
}

/**
 * Voids every open invoice of a subscription that has ended: it could still be paid on Stripe's pages, without giving
 * access.
 */
export async function voidOpenInvoices(
  { stripe }: Pick<Deps, 'stripe'>,
  subscription: string,
): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
  for (const { id } of data) if (id !== undefined) await voidInvoice(stripe, id)
}
