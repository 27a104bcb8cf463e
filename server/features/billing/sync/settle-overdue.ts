// Keeps an overdue subscription from charging for months without access, or after its cancellation.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { isLatestPaid, isLive, isOverdue, stateAtStripe } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { voidInvoice } from '../void-unpaid.ts'

/** Months that may have passed since the last paid one. */
const INVOICES_MAX = 100

/** The invoice that decides whether a subscription is in good standing; `invoices` as Stripe lists them, newest first. */
export const newestInvoice = (invoices: Stripe.Invoice[]): Stripe.Invoice | undefined =>
  invoices.find(({ status }) => status !== 'void')

/**
 * Of an overdue subscription, only the newest invoice may still be paid: paying an older one gives no access, because
 * Stripe looks at the newest one that isn't void. So open invoices of earlier months are voided. An overdue subscription
 * that was canceled, here or in the billing portal, ends at once: its month is not paid, and Stripe's next retry would
 * charge it. If that retry was quicker, the month is paid, and the subscription ends with it. Resolves with whether
 * anything changed at Stripe. `subscription` is expanded with `latest_invoice`.
 * Source: https://docs.stripe.com/billing/subscriptions/overview#unpaid
 */
export async function settleOverdue(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  if (!isOverdue(subscription)) return false
  const { id, cancellation_details: details } = subscription
  const { data } = await stripe.invoices.list({ subscription: id, limit: INVOICES_MAX })
  const newest = newestInvoice(data)
  const isEnding = stateAtStripe(subscription).endsAt !== null
  const open = data.filter(({ status }) => status === 'open')
  const unwanted = isEnding ? open : open.filter((invoice) => invoice.id !== newest?.id)
  for (const invoice of unwanted) await voidInvoice(stripe, invoice.id)
  if (!isEnding) return unwanted.length > 0
  try {
    if (newest?.status === 'draft') await stripe.invoices.update(newest.id, { auto_advance: false })
    const now = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    if (isLive(now.status) && !isLatestPaid(now))
      await stripe.subscriptions.cancel(id, { cancellation_details: { comment: details?.comment ?? '' } })
  } catch (error) {
    // Another sync was quicker.
    if (stripeErrorKind(error) !== 'refused' && stripeErrorKind(error) !== 'missing') throw error
  }
  return true
}
