// Resets the billing cycle anchor to now and charges the new period at once.
// Source: https://docs.stripe.com/billing/subscriptions/billing-cycle
import { invalidRequest } from '../errors.ts'
import { type InvoiceLine, newLine } from '../objects/invoice-lines.ts'
import { periodAfter, type SubscriptionItem } from '../objects/subscription-items.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { retrieve, nowFor, type Context } from '../context.ts'
import { type ItemChange, changedItems, takePendingLines, unusedTimeLines } from './update-items.ts'
import { invoiceChange, type PaymentBehavior } from './invoice-change.ts'

type ResetOptions = {
  items: ItemChange[]
  /** Unless `none`, unused paid time is credited on the same invoice. */
  proration: 'always_invoice' | 'create_prorations' | 'none'
  behavior: PaymentBehavior
}

/** `before` is what webhooks last reported; `changed` includes the call's other changes, not saved yet. */
export function resetBillingCycle(
  context: Context,
  before: Subscription,
  changed: Subscription,
  { items: itemChanges, proration, behavior }: ResetOptions,
): Subscription {
  if (before.status === 'trialing') {
    throw invalidRequest("The sandbox doesn't reset the billing cycle of a trial; end it with trial_end=now.")
  }
  const at = nowFor(context, before.customer)
  const items = changedItems(context, before, itemChanges).map((item): SubscriptionItem => {
    const period = periodAfter({ ...item, current_period_end: at }, at)
    return { ...item, current_period_start: period.start, current_period_end: period.end }
  })
  const after: Subscription = {
    ...changed,
    billing_cycle_anchor: at,
    items: { ...before.items, data: items },
  }
  if (after.cancel_at_period_end) after.cancel_at = periodEndOf(after)
  const credit = proration === 'none' ? [] : unusedTimeLines(context, before, before.items.data)
  const lines = [...takePendingLines(context, before.id), ...credit, ...fullPeriodLines(context, after)]
  return invoiceChange(context, before, after, lines, behavior)
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
