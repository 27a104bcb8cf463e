// Keeps an overdue subscription from charging for months without access.
import type Stripe from 'stripe'
import { isOverdue } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { voidInvoice } from '../void-unpaid.ts'

/** Months that may have passed since the last paid one. */
const INVOICES_MAX = 100

/** The invoice that decides whether a subscription is in good standing; `invoices` as Stripe lists them, newest first. */
export const newestInvoice = (invoices: Stripe.Invoice[]): Stripe.Invoice | undefined =>
  invoices.find(({ status }) => status !== 'void')

/**
 * Of an overdue subscription, only the newest invoice may still be paid: paying an older one gives no access, because
 * Stripe looks at the newest one that isn't void. So open invoices of earlier months are voided. Resolves with whether
 * anything changed at Stripe.
 * Source: https://docs.stripe.com/billing/subscriptions/overview#unpaid
 */
export async function settleOverdue(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  if (!isOverdue(subscription)) return false
  const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: INVOICES_MAX })
  const newest = newestInvoice(data)
  const older = data.filter(({ id, status }) => status === 'open' && id !== newest?.id)
  for (const invoice of older) await voidInvoice(stripe, invoice.id)
  return older.length > 0
}
