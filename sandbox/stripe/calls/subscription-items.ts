// The calls about subscription items.
import { changeItems } from '../billing/changing-items.ts'
import { noSuch, refused } from '../errors.ts'
import { listed, PAGE } from '../lists.ts'
import type { SubscriptionItem } from '../objects/subscription-items.ts'
import { PRORATION } from '../objects/subscription-params.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { metadata, must, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, type World } from '../world.ts'

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
