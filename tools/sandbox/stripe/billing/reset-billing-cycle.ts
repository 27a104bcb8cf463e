// Resets the billing cycle anchor to now and charges the new period at once.
// Source: https://docs.stripe.com/billing/subscriptions/billing-cycle
import { invalidRequest } from '../errors.ts'
import { type InvoiceLine, newLine } from '../objects/invoice-lines.ts'
import { periodAfter, type SubscriptionItem } from '../objects/subscription-items.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { retrieve, nowFor, type Context } from '../context.ts'
import { invoiceChange, type PaymentBehavior } from './invoice-change.ts'

type ResetOptions = {
  /** Unused paid time is credited on the same invoice. */
  isCredited: boolean
  behavior: PaymentBehavior
}

/** `before` is what webhooks last reported; `changed` includes the call's other changes, not saved yet. */
export function resetBillingCycle(
  context: Context,
  before: Subscription,
  changed: Subscription,
  { isCredited, behavior }: ResetOptions,
): Subscription {
  if (before.status === 'trialing') {
    throw invalidRequest("The sandbox doesn't reset the billing cycle of a trial; end it with trial_end=now.")
  }
  const at = nowFor(context, before.customer)
  const items = before.items.data.map((item): SubscriptionItem => {
    const period = periodAfter({ ...item, current_period_end: at }, at)
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const after: Subscription = {
    ...changed,
    billing_cycle_anchor: at,
    items: { ...before.items, data: items },
  }
  if (after.cancel_at_period_end) after.cancel_at = periodEndOf(after)
  const credit = isCredited ? unusedTimeLines(context, before) : []
  return invoiceChange(context, before, after, [...credit, ...fullPeriodLines(context, after)], behavior)
}

const fullPeriodLines = (context: Context, { customer, items }: Subscription): InvoiceLine[] =>
  items.data.map((item) =>
    newLine('', {
      item,
      price: item.price,
      productName: retrieve(context, 'product', item.price.product).name,
      customer,
      period: { start: item.current_period_start, end: item.current_period_end },
    }),
  )

/** Credits the rest of the items' period. */
function unusedTimeLines(context: Context, { customer, items }: Subscription): InvoiceLine[] {
  const at = nowFor(context, customer)
  return items.data.map((item) => {
    const { current_period_start: start, current_period_end: end, price } = item
    const unused = Math.max(0, end - at) / (end - start)
    const productName = retrieve(context, 'product', price.product).name
    return newLine('', {
      item,
      price,
      productName,
      customer,
      period: { start: at, end },
      instead: {
        amount: -Math.round((price.unit_amount ?? 0) * item.quantity * unused),
        text: `Unused time on ${productName}`,
        isProration: true,
      },
    })
  })
}
