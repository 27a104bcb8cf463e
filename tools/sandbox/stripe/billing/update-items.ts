// Changes a subscription's items and prorates the difference.
import { invalidParam, resourceMissing, invalidRequest } from '../errors.ts'
import { emit, previousAttributes } from '../events.ts'
import { type InvoiceLine, newLine } from '../objects/invoice-lines.ts'
import { newItem, type SubscriptionItem, withPrice } from '../objects/subscription-items.ts'
import type { Proration } from '../objects/subscription-params.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'
import { invoiceChange, type PaymentBehavior } from './invoice-change.ts'

export type ItemChange = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string | null> | null | undefined
}

/** Saves the changed items. Prorations go on the next invoice, or on one created at once. */
export function changeItems(
  context: Context,
  before: Subscription,
  changes: ItemChange[],
  proration: Proration,
  behavior: PaymentBehavior = 'allow_incomplete',
): Subscription {
  const items = changedItems(context, before, changes)
  const after: Subscription = { ...before, items: { ...before.items, data: items } }
  const lines = proration === 'none' ? [] : prorationLines(context, before, items)
  if (proration === 'always_invoice' && lines.length > 0) {
    return invoiceChange(context, before, after, lines, behavior)
  }
  save(context, 'subscription', after)
  emit(context, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (lines.length > 0) {
    context.store.hide(after.id, { pending: [...pendingLines(context, after.id), ...lines] })
  }
  return after
}

/** Proration lines that wait for the next invoice. */
export const pendingLines = (context: Context, subscription: string): InvoiceLine[] =>
  context.store.hidden<{ pending: InvoiceLine[] }>(subscription).pending ?? []

/** Returns the pending lines and clears them. */
export function takePendingLines(context: Context, subscription: string): InvoiceLine[] {
  const lines = pendingLines(context, subscription)
  context.store.hide(subscription, { pending: [] })
  return lines
}

export function changedItems(
  context: Context,
  before: Subscription,
  changes: ItemChange[],
): SubscriptionItem[] {
  const kept = before.items.data.flatMap((item) => {
    const itemChange = changes.find(({ id }) => id === item.id)
    if (!itemChange) return [item]
    if (itemChange.deleted) return []
    const price = itemChange.price
      ? withSameInterval(retrieve(context, 'price', itemChange.price, 'items[0][price]'), item)
      : null
    const changed = {
      ...(price ? withPrice(item, price) : item),
      quantity: itemChange.quantity ?? item.quantity,
    }
    return [changed]
  })
  const [model] = before.items.data
  const added = changes
    .filter(({ id }) => id === undefined)
    .map((itemChange) => {
      if (!itemChange.price || !model) {
        throw invalidParam('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing')
      }
      const price = withSameInterval(retrieve(context, 'price', itemChange.price, 'items[0][price]'), model)
      return newItem({
        price,
        quantity: itemChange.quantity ?? 1,
        subscription: before.id,
        created: nowFor(context, before.customer),
        period: { start: model.current_period_start, end: model.current_period_end },
        metadata: itemChange.metadata,
      })
    })
  const unknown = changes.find(({ id }) => id && !before.items.data.some((item) => item.id === id))
  if (unknown?.id) throw resourceMissing('subscription item', unknown.id, 'items[0][id]')
  return [...kept, ...added]
}

function withSameInterval(
  price: SubscriptionItem['price'],
  item: SubscriptionItem,
): SubscriptionItem['price'] {
  if (!price.active)
    throw invalidParam(
      'The price specified is inactive. This field only accepts active prices.',
      'items[0][price]',
    )
  const [is, was] = [price.recurring, item.price.recurring]
  if (is && was && is.interval === was.interval && is.interval_count === was.interval_count) return price
  throw invalidRequest('The sandbox changes a subscription only between prices of the same interval.')
}

/** Credits the rest of the old items' period and charges it for the new ones. */
export function prorationLines(
  context: Context,
  before: Subscription,
  items: SubscriptionItem[],
): InvoiceLine[] {
  const key = (item: SubscriptionItem) => `${item.id} ${item.price.id} ${item.quantity}`
  const old = new Set(before.items.data.map(key))
  const fresh = new Set(items.map(key))
  const gone = before.items.data.filter((item) => !fresh.has(key(item)))
  const come = items.filter((item) => !old.has(key(item)))
  return [
    ...unusedTimeLines(context, before, gone),
    ...come.map((item) => prorationLine(context, before.customer, item, 1)),
  ]
}

/** Credit lines for the rest of the items' period. */
export const unusedTimeLines = (context: Context, { customer }: Subscription, items: SubscriptionItem[]) =>
  items.map((item) => prorationLine(context, customer, item, -1))

function prorationLine(
  context: Context,
  customer: string,
  item: SubscriptionItem,
  sign: 1 | -1,
): InvoiceLine {
  const at = nowFor(context, customer)
  const { current_period_start: start, current_period_end: end } = item
  const rest = Math.max(0, end - at) / (end - start)
  const whole = (item.price.unit_amount ?? 0) * item.quantity
  const productName = context.store.get('product', item.price.product)?.name ?? 'Subscription'
  const words = sign === 1 ? 'Remaining time on' : 'Unused time on'
  return newLine('', {
    item,
    price: item.price,
    productName,
    customer,
    period: { start: at, end },
    instead: {
      amount: sign * Math.round(whole * rest),
      text: `${words} ${productName}`,
      isProration: true,
    },
  })
}
