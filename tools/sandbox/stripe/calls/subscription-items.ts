// The calls about subscription items.
import { changeItems } from '../billing/update-items.ts'
import { resourceMissing, invalidRequest } from '../errors.ts'
import { newList, PAGE } from '../lists.ts'
import type { SubscriptionItem } from '../objects/subscription-items.ts'
import { PRORATION } from '../objects/subscription-params.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { metadata, required, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, type Context } from '../context.ts'

/** Finds an item and its subscription. */
function ownerOf(context: Context, id: string): { subscription: Subscription; item: SubscriptionItem } {
  const row = context.store
    .sql(
      `select o.id from objects o, json_each(o.json, '$.items.data') i
       where o.kind = 'subscription' and json_extract(i.value, '$.id') = ?`,
    )
    .get(id)
  const subscription = row && context.store.get('subscription', String(row['id']))
  const item = subscription?.items.data.find((one) => one.id === id)
  if (!subscription || !item) throw resourceMissing('subscription_item', id)
  return { subscription, item }
}

const UPDATE = shape({
  price: text,
  quantity: integer,
  metadata,
  proration_behavior: PRORATION,
  proration_date: integer,
  payment_behavior: text,
})
const CREATE = shape({
  subscription: required(text),
  price: required(text),
  quantity: integer,
  metadata,
  proration_behavior: PRORATION,
})

export const subscriptionItemRoutes = [
  route(
    'GET',
    '/v1/subscription_items',
    shape({ ...PAGE, subscription: required(text) }),
    (context, { params: { subscription } }) =>
      newList(
        '/v1/subscription_items',
        retrieve(context, 'subscription', subscription, 'subscription').items.data,
      ),
  ),
  route('POST', '/v1/subscription_items', CREATE, (context, { params }) => {
    const { subscription: id, proration_behavior: proration, ...item } = params
    const subscription = retrieve(context, 'subscription', id, 'subscription')
    const after = changeItems(context, subscription, [item], proration ?? 'create_prorations')
    return after.items.data.at(-1)
  }),
  route('GET', '/v1/subscription_items/:id', shape({}), (context, { id }) => ownerOf(context, id).item),
  route('POST', '/v1/subscription_items/:id', UPDATE, (context, { id, params }) => {
    const { proration_behavior: proration, price, quantity, metadata: pairs } = params
    const { subscription } = ownerOf(context, id)
    changeItems(
      context,
      subscription,
      [{ id, price, quantity, metadata: pairs }],
      proration ?? 'create_prorations',
    )
    return ownerOf(context, id).item
  }),
  route(
    'DELETE',
    '/v1/subscription_items/:id',
    shape({ proration_behavior: PRORATION }),
    (context, { id, params }) => {
      const { subscription } = ownerOf(context, id)
      if (subscription.items.data.length === 1) {
        throw invalidRequest(
          'A subscription must have at least one active plan. To cancel a subscription, please use the cancel endpoint on subscription.',
        )
      }
      changeItems(
        context,
        subscription,
        [{ id, deleted: true }],
        params.proration_behavior ?? 'create_prorations',
      )
      return { id, object: 'subscription_item', deleted: true }
    },
  ),
]
