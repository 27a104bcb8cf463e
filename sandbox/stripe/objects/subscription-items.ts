// The items of a subscription: which price, how many, and the period that is paid for.
import { chance, isoMoment, nextPeriodEnd } from '../clock.ts'
import { noSuch, refused } from '../errors.ts'
import { changeItems } from '../billing/changing-items.ts'
import { PRORATION } from './price-fields.ts'
import { listed, PAGE } from '../lists.ts'
import { mergedMetadata, metadata, must, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, type World } from '../world.ts'
import type { Price } from './prices.ts'
import type { Subscription } from './subscriptions.ts'

export type SubscriptionItem = ReturnType<typeof newItem>

type NewItem = {
  price: Price
  quantity: number
  subscription: string
  created: number
  period: { start: number; end: number }
  metadata?: Record<string, string | null> | null | undefined
}

export function newItem(given: NewItem) {
  return {
    id: `si_${chance(14)}`,
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: given.created,
    current_period_end: given.period.end,
    current_period_start: given.period.start,
    current_trial: null,
    discounts: [],
    metadata: mergedMetadata({}, given.metadata),
    plan: planOf(given.price),
    price: given.price,
    quantity: given.quantity,
    subscription: given.subscription,
    tax_rates: [],
  }
}

/** A price in the shape of the older plans, which items still carry. */
function planOf(price: Price) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed' as const,
  }
}

export const withPrice = (item: SubscriptionItem, price: Price): SubscriptionItem => ({
  ...item,
  price,
  plan: planOf(price),
})

/** The period after the one that ends now, counted from the anchor. */
export function periodAfter(item: SubscriptionItem, anchor: number): { start: number; end: number } {
  const { recurring } = item.price
  if (!recurring) throw refused(`The price ${item.price.id} has no interval at ${isoMoment(anchor)}.`)
  const start = item.current_period_end
  return { start, end: nextPeriodEnd(anchor, recurring.interval, recurring.interval_count, start) }
}

/** The subscription that has the item. */
function ownerOf(world: World, id: string): { subscription: Subscription; item: SubscriptionItem } {
  const row = world.store
    .sql(
      `select o.id from objects o, json_each(o.json, '$.items.data') i
       where o.kind = 'subscription' and json_extract(i.value, '$.id') = ?`,
    )
    .get(id)
  const subscription = row && world.store.get('subscription', String(row['id']))
  const item = subscription?.items.data.find((one) => one.id === id)
  if (!subscription || !item) throw noSuch('subscription_item', id)
  return { subscription, item }
}

const UPDATE = shape({
  price: text,
  quantity: whole,
  metadata,
  proration_behavior: PRORATION,
  proration_date: whole,
  payment_behavior: text,
})
const CREATE = shape({
  subscription: must(text),
  price: must(text),
  quantity: whole,
  metadata,
  proration_behavior: PRORATION,
})

export const subscriptionItemRoutes = [
  route(
    'GET',
    '/v1/subscription_items',
    shape({ ...PAGE, subscription: must(text) }),
    (world, { params: { subscription } }) =>
      listed('/v1/subscription_items', find(world, 'subscription', subscription, 'subscription').items.data),
  ),
  route('POST', '/v1/subscription_items', CREATE, (world, { params }) => {
    const { subscription: id, proration_behavior: proration, ...item } = params
    const subscription = find(world, 'subscription', id, 'subscription')
    const after = changeItems(world, subscription, [item], proration ?? 'create_prorations')
    return after.items.data.at(-1)
  }),
  route('GET', '/v1/subscription_items/:id', shape({}), (world, { id }) => ownerOf(world, id).item),
  route('POST', '/v1/subscription_items/:id', UPDATE, (world, { id, params }) => {
    const { proration_behavior: proration, price, quantity, metadata: pairs } = params
    const { subscription } = ownerOf(world, id)
    changeItems(
      world,
      subscription,
      [{ id, price, quantity, metadata: pairs }],
      proration ?? 'create_prorations',
    )
    return ownerOf(world, id).item
  }),
  route(
    'DELETE',
    '/v1/subscription_items/:id',
    shape({ proration_behavior: PRORATION }),
    (world, { id, params }) => {
      const { subscription } = ownerOf(world, id)
      if (subscription.items.data.length === 1) {
        throw refused(
          'A subscription must have at least one active plan. To cancel a subscription, please use the cancel endpoint on subscription.',
        )
      }
      changeItems(
        world,
        subscription,
        [{ id, deleted: true }],
        params.proration_behavior ?? 'create_prorations',
      )
      return { id, object: 'subscription_item', deleted: true }
    },
  ),
]
