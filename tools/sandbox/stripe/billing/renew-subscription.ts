// Renews a subscription: starts its next period with a draft invoice.
import { HOUR } from '../clock.ts'
import { emit, previousAttributes } from '../events.ts'
import { newLine } from '../objects/invoice-lines.ts'
import { type Invoice, newInvoice, newInvoiceId } from '../objects/invoices.ts'
import { periodAfter } from '../objects/subscription-items.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { holdInvoice } from './pause-collection.ts'

/** Stripe leaves about an hour to edit a renewal's draft (https://docs.stripe.com/invoicing/overview). */
const DRAFT_SECONDS = HOUR
/** Starts the next period with its draft invoice; `isNow` ends a trial early. */
export function startNextPeriod(context: Context, before: Subscription, isNow: boolean): void {
  const at = nowFor(context, before.customer)
  const anchor = isNow ? at : before.billing_cycle_anchor
  const ended = {
    start: Math.min(...before.items.data.map((item) => item.current_period_start)),
    end: isNow ? at : periodEndOf(before),
  }
  const items = before.items.data.map((item) => {
    if (!isNow && item.current_period_end > ended.end) return item
    const period = periodAfter({ ...item, current_period_end: ended.end }, anchor)
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const id = newInvoiceId()
  const after: Subscription = {
    ...before,
    billing_cycle_anchor: anchor,
    items: { ...before.items, data: items },
    latest_invoice: id,
    status: before.status === 'trialing' ? 'active' : before.status,
    ...(isNow ? { trial_end: at } : {}),
  }
  const invoice = renewalInvoice(context, after, id, ended, at)
  save(context, 'subscription', after)
  save(context, 'invoice', invoice)
  emit(context, 'invoice.created', invoice)
  emit(context, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (after.pause_collection) holdInvoice(context, invoice, after.pause_collection)
}

export function renewalInvoice(
  context: Context,
  subscription: Subscription,
  id: string,
  ended: { start: number; end: number },
  at: number,
): Invoice {
  const customer = retrieve(context, 'customer', subscription.customer)
  const lines = subscription.items.data.map((item) =>
    newLine(id, {
      item,
      price: item.price,
      productName: context.store.get('product', item.price.product)?.name ?? 'Subscription',
      customer: customer.id,
      period: { start: item.current_period_start, end: item.current_period_end },
    }),
  )
  return newInvoice(context, {
    id,
    customer,
    subscription,
    lines,
    reason: 'subscription_cycle',
    period: ended,
    // Invoices of unpaid or paused subscriptions stay drafts.
    finalizesAt:
      subscription.status === 'unpaid' || subscription.pause_collection ? null : at + DRAFT_SECONDS,
  })
}
