// Changes what a subscription is for, and settles the time already paid.
import { invalidParam, noSuch, refused } from '../errors.ts'
import { emit, previousAttributes } from '../events.ts'
import { type InvoiceLine, newLine } from '../objects/invoice-lines.ts'
import { newInvoice, newInvoiceId } from '../objects/invoices.ts'
import type { Proration } from '../objects/price-fields.ts'
import { newItem, type SubscriptionItem, withPrice } from '../objects/subscription-items.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import { collect, finalize } from './invoicing.ts'

export type ItemChange = {
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string | null> | null | undefined
}

/** Keeps the changed items. With prorations the next invoice (or one at once) settles the difference. */
export function changeItems(
  world: World,
  before: Subscription,
  changes: ItemChange[],
  proration: Proration,
): Subscription {
  const items = changedItems(world, before, changes)
  const after: Subscription = { ...before, items: { ...before.items, data: items } }
  keep(world, 'subscription', after)
  emit(world, 'customer.subscription.updated', after, previousAttributes(before, after) ?? {})
  if (proration === 'none') return after
  const lines = prorated(world, before, items)
  if (lines.length === 0) return after
  if (proration === 'create_prorations') {
    world.store.hide(after.id, { pending: [...pendingLines(world, after.id), ...lines] })
    return after
  }
  return invoiceNow(world, after, lines)
}

/** Lines that wait for the next invoice. */
export const pendingLines = (world: World, subscription: string): InvoiceLine[] =>
  world.store.hidden<{ pending: InvoiceLine[] }>(subscription).pending ?? []

export function changedItems(world: World, before: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  const kept = before.items.data.flatMap((item) => {
    const wish = changes.find(({ id }) => id === item.id)
    if (!wish) return [item]
    if (wish.deleted) return []
    const price = wish.price ? sameInterval(find(world, 'price', wish.price, 'items[0][price]'), item) : null
    const changed = { ...(price ? withPrice(item, price) : item), quantity: wish.quantity ?? item.quantity }
    return [changed]
  })
  const [model] = before.items.data
  const added = changes
    .filter(({ id }) => id === undefined)
    .map((wish) => {
      if (!wish.price || !model) {
        throw invalidParam('Missing required param: items[0][price].', 'items[0][price]', 'parameter_missing')
      }
      const price = sameInterval(find(world, 'price', wish.price, 'items[0][price]'), model)
      return newItem({
        price,
        quantity: wish.quantity ?? 1,
        subscription: before.id,
        created: nowFor(world, before.customer),
        period: { start: model.current_period_start, end: model.current_period_end },
        metadata: wish.metadata,
      })
    })
  const unknown = changes.find(({ id }) => id && !before.items.data.some((item) => item.id === id))
  if (unknown?.id) throw noSuch('subscription item', unknown.id, 'items[0][id]')
  return [...kept, ...added]
}

function sameInterval(price: SubscriptionItem['price'], item: SubscriptionItem): SubscriptionItem['price'] {
  if (!price.active)
    throw invalidParam(
      'The price specified is inactive. This field only accepts active prices.',
      'items[0][price]',
    )
  const [is, was] = [price.recurring, item.price.recurring]
  if (is && was && is.interval === was.interval && is.interval_count === was.interval_count) return price
  throw refused('The sandbox changes a subscription only between prices of the same interval.')
}

/** What is given back for the rest of the old items' period, and what the new ones cost for it. */
export function prorated(world: World, before: Subscription, items: SubscriptionItem[]): InvoiceLine[] {
  const at = nowFor(world, before.customer)
  const line = (item: SubscriptionItem, sign: 1 | -1) => {
    const { current_period_start: start, current_period_end: end } = item
    const rest = Math.max(0, end - at) / (end - start)
    const whole = (item.price.unit_amount ?? 0) * item.quantity
    const productName = world.store.get('product', item.price.product)?.name ?? 'Subscription'
    const words = sign === 1 ? 'Remaining time on' : 'Unused time on'
    return newLine('', {
      item,
      price: item.price,
      productName,
      customer: before.customer,
      period: { start: at, end },
      instead: {
        amount: sign * Math.round(whole * rest),
        text: `${words} ${productName}`,
        isProration: true,
      },
    })
  }
  const key = (item: SubscriptionItem) => `${item.id} ${item.price.id} ${item.quantity}`
  const old = new Set(before.items.data.map(key))
  const fresh = new Set(items.map(key))
  return [
    ...before.items.data.filter((item) => !fresh.has(key(item))).map((item) => line(item, -1)),
    ...items.filter((item) => !old.has(key(item))).map((item) => line(item, 1)),
  ]
}

function invoiceNow(world: World, before: Subscription, lines: InvoiceLine[]): Subscription {
  const id = newInvoiceId()
  const at = nowFor(world, before.customer)
  const draft = newInvoice(world, {
    id,
    customer: find(world, 'customer', before.customer),
    subscription: before,
    lines: lines.map((line) => ({ ...line, invoice: id })),
    reason: 'subscription_update',
    period: { start: at, end: at },
    finalizesAt: null,
  })
  keep(world, 'invoice', draft)
  keep(world, 'subscription', { ...before, latest_invoice: id })
  emit(world, 'invoice.created', draft)
  collect(world, finalize(world, draft), { offSession: true, isRetry: true })
  return find(world, 'subscription', before.id)
}
