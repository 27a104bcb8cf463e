// Creates an invoice for a changed subscription and collects it at once.
import { StripeProblem } from '../errors.ts'
import { update, emit, previousAttributes } from '../events.ts'
import type { InvoiceLine } from '../objects/invoice-lines.ts'
import { newInvoice, newInvoiceId } from '../objects/invoices.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { collectPayment, finalize, actionRequired } from './collect-invoice.ts'
import { holdInvoice } from './pause-collection.ts'

export type PaymentBehavior = NonNullable<UpdateInput['payment_behavior']>

/**
 * Saves a changed subscription with a new invoice, emits one `customer.subscription.updated` with what differs from
 * `before`, and collects off session. If unpaid, the subscription becomes `past_due` (`allow_incomplete`, and
 * `default_incomplete` without an attempt), or a thrown 402 rolls the change back (`error_if_incomplete`). A paused
 * subscription's invoice is held; an unpaid subscription's stays a draft. Throws if the destination can't receive
 * transfers. Source: https://docs.stripe.com/api/subscriptions/update#update_subscription-payment_behavior
 */
export function invoiceChange(
  context: Context,
  before: Subscription,
  changed: Subscription,
  lines: InvoiceLine[],
  behavior: PaymentBehavior,
): Subscription {
  const id = newInvoiceId()
  const at = nowFor(context, before.customer)
  const after: Subscription = { ...changed, latest_invoice: id }
  const isCollected = !after.pause_collection && after.status !== 'unpaid'
  const made = newInvoice(context, {
    id,
    customer: retrieve(context, 'customer', before.customer),
    subscription: after,
    lines: lines.map((line) => ({ ...line, invoice: id })),
    reason: 'subscription_update',
    period: { start: at, end: at },
    finalizesAt: null,
  })
  const draft = { ...made, auto_advance: isCollected }
  save(context, 'invoice', draft)
  save(context, 'subscription', after)
  emit(context, 'invoice.created', draft)
  emit(context, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (after.pause_collection) holdInvoice(context, draft, after.pause_collection)
  else if (isCollected) pay(context, finalize(context, draft).id, before.id, behavior)
  return retrieve(context, 'subscription', before.id)
}

function pay(context: Context, invoice: string, subscription: string, behavior: PaymentBehavior): void {
  const open = retrieve(context, 'invoice', invoice)
  if (open.status !== 'open') return
  if (behavior === 'default_incomplete') {
    const waiting = retrieve(context, 'subscription', subscription)
    update(context, 'subscription', waiting, { status: 'past_due' }, 'customer.subscription.updated')
    return
  }
  const { invoice: attempt, problem } = collectPayment(context, open, { offSession: true, isRetry: true })
  if (behavior !== 'error_if_incomplete' || attempt.status === 'paid') return
  // A new error without `keepsWork`, so that the transaction rolls the change back.
  throw new StripeProblem(402, problem?.body ?? actionRequired('subscription').body)
}
