// Makes an invoice for a change of a subscription and collects it at once.
import { StripeProblem } from '../errors.ts'
import { change, emit, previousAttributes } from '../events.ts'
import type { InvoiceLine } from '../objects/invoice-lines.ts'
import { newInvoice, newInvoiceId } from '../objects/invoices.ts'
import type { UpdateInput } from '../objects/subscription-params.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import { collect, finalize, mustAct } from './invoicing.ts'
import { holdInvoice } from './pausing.ts'

export type PaymentBehavior = NonNullable<UpdateInput['payment_behavior']>

/**
 * Keeps a changed subscription with a new invoice, sends one `customer.subscription.updated` with what differs from
 * `before`, and collects off session. Not paid: `past_due` (`allow_incomplete`, and without a try `default_incomplete`), or a thrown
 * 402 that undoes the change (`error_if_incomplete`). Under a pause the invoice is held; of an unpaid subscription it
 * stays a draft. Throws where the destination may not receive transfers.
 * Source: https://docs.stripe.com/api/subscriptions/update#update_subscription-payment_behavior
 */
export function chargeNow(
  world: World,
  before: Subscription,
  changed: Subscription,
  lines: InvoiceLine[],
  behavior: PaymentBehavior,
): Subscription {
  const id = newInvoiceId()
  const at = nowFor(world, before.customer)
  const after: Subscription = { ...changed, latest_invoice: id }
  const isCollected = !after.pause_collection && after.status !== 'unpaid'
  const made = newInvoice(world, {
    id,
    customer: find(world, 'customer', before.customer),
    subscription: after,
    lines: lines.map((line) => ({ ...line, invoice: id })),
    reason: 'subscription_update',
    period: { start: at, end: at },
    finalizesAt: null,
  })
  const draft = { ...made, auto_advance: isCollected }
  keep(world, 'invoice', draft)
  keep(world, 'subscription', after)
  emit(world, 'invoice.created', draft)
  emit(world, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (after.pause_collection) holdInvoice(world, draft, after.pause_collection)
  else if (isCollected) pay(world, finalize(world, draft).id, before.id, behavior)
  return find(world, 'subscription', before.id)
}

function pay(world: World, invoice: string, subscription: string, behavior: PaymentBehavior): void {
  const open = find(world, 'invoice', invoice)
  if (open.status !== 'open') return
  if (behavior === 'default_incomplete') {
    const waiting = find(world, 'subscription', subscription)
    change(world, 'subscription', waiting, { status: 'past_due' }, 'customer.subscription.updated')
    return
  }
  const { invoice: tried, problem } = collect(world, open, { offSession: true, isRetry: true })
  if (behavior !== 'error_if_incomplete' || tried.status === 'paid') return
  // Nothing is left of the change: only a thrown refusal that keeps no work undoes it.
  throw new StripeProblem(402, problem?.body ?? mustAct('subscription').body)
}
