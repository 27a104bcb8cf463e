// Keeps a subscription from charging for months without access, or after its cancellation.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { isLive, isOverdue, stateAtStripe } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { voidInvoice } from '../void-unpaid.ts'

/** Months that may have passed since the last paid one. */
const INVOICES_MAX = 100

/**
 * The invoice that decides whether a subscription is in good standing; `invoices` as Stripe lists them, newest first.
 */
export const newestInvoice = (invoices: Stripe.Invoice[]): Stripe.Invoice | undefined =>
  invoices.find(({ status }) => status !== 'void')

/**
 * Only the newest invoice of an overdue subscription may still be paid: paying an older one gives no access, because
 * Stripe looks at the newest one that isn't void. So open invoices of earlier months are voided. A subscription that
 * was canceled, here or in the billing portal, ends at once if its month isn't paid: otherwise Stripe's next retry
 * would charge it, or the finalization of its draft in the hour after a renewal. If Stripe has charged it in the
 * meantime, the month is paid and the subscription ends with it. Resolves with whether anything changed at Stripe.
 * `subscription` is expanded with `latest_invoice`. Source:
 * https://docs.stripe.com/billing/subscriptions/overview#unpaid
 */
export async function settleOverdue(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  const { id, cancellation_details: details } = subscription
  const { endsAt, hasUnpaidInvoice } = stateAtStripe(subscription)
  const isEnding = endsAt !== null
  if (!isOverdue(subscription) && !(isEnding && hasUnpaidInvoice)) return false
  const { data } = await stripe.invoices.list({ subscription: id, limit: INVOICES_MAX })
  const newest = newestInvoice(data)
  const open = data.filter(({ status }) => status === 'open')
  const unwanted = isEnding ? open : open.filter((invoice) => invoice.id !== newest?.id)
  for (const invoice of unwanted) await voidInvoice(stripe, invoice.id)
  if (!isEnding) return unwanted.length > 0
  try {
    if (newest?.status === 'draft') await stopDraft(stripe, newest.id)
    const now = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    if (isLive(now.status) && !mayBePaid(now))
      await stripe.subscriptions.cancel(id, { cancellation_details: { comment: details?.comment ?? '' } })
  } catch (error) {
    // Another sync has already done it.
    if (stripeErrorKind(error) !== 'refused' && stripeErrorKind(error) !== 'missing') throw error
  }
  return true
}

/**
 * A subscription's draft can be neither deleted nor voided, so it stays a draft forever, unless Stripe has just
 * finalized it.
 */
async function stopDraft(stripe: Stripe, id: string): Promise<void> {
  const { status } = await stripe.invoices.update(id, { auto_advance: false })
  if (status === 'open') await voidInvoice(stripe, id)
}

/** An invoice that is still open is being charged right now. The webhook that follows reports the result. */
const mayBePaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && (invoice?.status === 'paid' || invoice?.status === 'open')
