// Finds the invoice of an overdue subscription that has to be paid, and the card to pay it with.
import type Stripe from 'stripe'
import { idOf } from '../rules.ts'
import { customerDefault } from '../sync/default-card.ts'
import { newestInvoice } from '../sync/settle-overdue.ts'

export type DueInvoice = {
  invoice: Stripe.Invoice & { id: string }
  intent: Stripe.PaymentIntent | null
  /** The card that the next try charges. */
  card: string | null
  /** Whether it differs from the card of the last try. */
  isNewCard: boolean
}

/** Months that may have passed since the last paid one. */
const INVOICES_MAX = 100

/**
 * The newest invoice, which may be a draft: paying an older one gives no access. Null when nothing is due, or while
 * renewals are paused because the creator can't be paid.
 */
export async function dueInvoice(stripe: Stripe, subscriptionId: string): Promise<DueInvoice | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['customer'] })
  const { data } = await stripe.invoices.list({
    subscription: subscriptionId,
    limit: INVOICES_MAX,
    expand: ['data.payments'],
  })
  const invoice = newestInvoice(data)
  if (!invoice?.id || invoice.status === 'paid' || subscription.pause_collection !== null) return null
  const card = idOf(subscription.default_payment_method) ?? customerDefault(subscription.customer)
  const intent = await intentOf(stripe, invoice)
  // No card has been tried for a draft. The last try was then for an older invoice, which is void by now.
  const lastTried = data.find(({ attempted }) => attempted)
  const lastIntent = lastTried?.id === invoice.id ? intent : lastTried && (await intentOf(stripe, lastTried))
  const tried = lastIntent?.last_payment_error?.payment_method?.id ?? idOf(lastIntent?.payment_method)
  const isNewCard = card !== null && (lastTried?.status === 'paid' || card !== tried)
  return { invoice: { ...invoice, id: invoice.id }, intent, card, isNewCard }
}

/** The payment of an invoice; null for a draft. Expects `payments` expanded. */
export async function intentOf(
  stripe: Stripe,
  { payments }: Stripe.Invoice,
): Promise<Stripe.PaymentIntent | null> {
  const all = payments?.data ?? []
  const payment = all.find(({ status }) => status !== 'canceled') ?? all[0]
  const id = idOf(payment?.payment.payment_intent)
  return id === null ? null : await stripe.paymentIntents.retrieve(id)
}

const CONFIRMATION_CODES = new Set(['authentication_required', 'payment_intent_authentication_failure'])

/** The bank wants the cardholder to confirm the last try (https://docs.stripe.com/billing/subscriptions/overview). */
export const needsConfirmation = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null &&
  (intent.status === 'requires_action' || CONFIRMATION_CODES.has(intent.last_payment_error?.code ?? ''))
