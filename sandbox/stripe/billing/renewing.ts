// Time passes: periods end and begin, drafts become invoices, retries are due, unpaid beginnings expire.
import { HOUR } from '../clock.ts'
import { emit, previousAttributes } from '../events.ts'
import { newLine } from '../objects/invoice-lines.ts'
import { type Invoice, newInvoice, newInvoiceId } from '../objects/invoices.ts'
import { periodAfter } from '../objects/subscription-items.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import { takePendingLines } from './changing-items.ts'
import { holdInvoice } from './pausing.ts'

/** A finalized renewal leaves an hour to change the draft (https://docs.stripe.com/invoicing/overview). */
const DRAFT_FOR = HOUR
/** The next period with its draft invoice. A trial that is ended early begins it now. */
export function startNextPeriod(world: World, before: Subscription, isNow: boolean): void {
  const at = nowFor(world, before.customer)
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
  const invoice = renewalInvoice(world, after, id, ended, at)
  keep(world, 'subscription', after)
  keep(world, 'invoice', invoice)
  emit(world, 'invoice.created', invoice)
  emit(world, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (after.pause_collection) holdInvoice(world, invoice, after.pause_collection)
}

export function renewalInvoice(
  world: World,
  subscription: Subscription,
  id: string,
  ended: { start: number; end: number },
  at: number,
): Invoice {
  const customer = find(world, 'customer', subscription.customer)
  const lines = subscription.items.data.map((item) =>
    newLine(id, {
      item,
      price: item.price,
      productName: world.store.get('product', item.price.product)?.name ?? 'Subscription',
      customer: customer.id,
      period: { start: item.current_period_start, end: item.current_period_end },
    }),
  )
  const waiting = takePendingLines(world, subscription.id).map((line) => ({ ...line, invoice: id }))
  return newInvoice(world, {
    id,
    customer,
    subscription,
    lines: [...waiting, ...lines],
    reason: 'subscription_cycle',
    period: ended,
    // Of an unpaid subscription, and under a pause, the invoices stay drafts.
    finalizesAt: subscription.status === 'unpaid' || subscription.pause_collection ? null : at + DRAFT_FOR,
  })
}
