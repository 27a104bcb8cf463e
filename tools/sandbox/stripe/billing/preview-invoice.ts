// Previews the next invoice without saving it.
import { invalidParam } from '../errors.ts'
import { newLine } from '../objects/invoice-lines.ts'
import { type Invoice, newInvoice } from '../objects/invoices.ts'
import { periodAfter } from '../objects/subscription-items.ts'
import { periodEndOf, type Subscription } from '../objects/subscriptions.ts'
import { bool, listOf, oneOf, type Read, shape, text, integer } from '../params.ts'
import { retrieve, nowFor, type Context } from '../context.ts'
import { changedItems, pendingLines, prorationLines } from './update-items.ts'
import { draftSubscription } from './create-subscription.ts'

const PREVIEW_ITEM = shape({ id: text, price: text, quantity: integer, deleted: bool })
export const PREVIEW = shape({
  customer: text,
  subscription: text,
  preview_mode: oneOf('next', 'recurring'),
  subscription_details: shape({
    items: listOf(PREVIEW_ITEM),
    cancel_at_period_end: bool,
    proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
    proration_date: integer,
    trial_end: text,
  }),
})
export type PreviewInput = Read<typeof PREVIEW>

export function previewInvoice(context: Context, given: PreviewInput): Invoice {
  const itemChanges = given.subscription_details?.items
  if (given.subscription === undefined) return firstPreview(context, given)
  const before = retrieve(context, 'subscription', given.subscription, 'subscription')
  const items = itemChanges ? changedItems(context, before, itemChanges) : before.items.data
  const proration = given.subscription_details?.proration_behavior ?? 'create_prorations'
  const extra = itemChanges && proration !== 'none' ? prorationLines(context, before, items) : []
  const next: Subscription = {
    ...before,
    items: {
      ...before.items,
      data: items.map((item) => {
        const period = periodAfter(item, before.billing_cycle_anchor)
        return { ...item, current_period_start: period.start, current_period_end: period.end }
      }),
    },
  }
  const start = Math.min(...before.items.data.map((item) => item.current_period_start))
  return preview(context, next, [...pendingLines(context, before.id), ...extra], {
    start,
    end: periodEndOf(before),
  })
}

function firstPreview(context: Context, given: PreviewInput): Invoice {
  const { customer } = given
  if (customer === undefined) {
    throw invalidParam('Missing required param: customer.', 'customer', 'parameter_missing')
  }
  const items = (given.subscription_details?.items ?? []).map(({ price = '', quantity }, index) => {
    if (price !== '') return { price, quantity, metadata: undefined }
    const param = `subscription_details[items][${index}][price]`
    throw invalidParam(`Missing required param: ${param}.`, param, 'parameter_missing')
  })
  const nothing = Object.fromEntries(Object.keys(given).map((name) => [name, undefined]))
  const input = { ...nothing, customer, items } as unknown as Parameters<typeof draftSubscription>[1]
  const subscription = draftSubscription(context, input)
  const at = nowFor(context, customer)
  return preview(context, subscription, [], { start: at, end: at })
}

function preview(
  context: Context,
  subscription: Subscription,
  extra: Invoice['lines']['data'],
  period: { start: number; end: number },
): Invoice {
  const id = `upcoming_in_${subscription.id.slice(4)}`
  const lines = subscription.items.data.map((item) =>
    newLine(id, {
      item,
      price: item.price,
      productName: context.store.get('product', item.price.product)?.name ?? 'Subscription',
      customer: subscription.customer,
      period: { start: item.current_period_start, end: item.current_period_end },
    }),
  )
  return newInvoice(context, {
    id,
    customer: retrieve(context, 'customer', subscription.customer),
    subscription,
    lines: [...extra.map((line) => ({ ...line, invoice: id })), ...lines],
    reason: 'upcoming',
    period,
    finalizesAt: period.end,
  })
}
