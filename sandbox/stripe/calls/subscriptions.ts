// The calls about subscriptions: begin, read, change, list and end one.
import { cancelNow } from '../billing/canceling.ts'
import { updateSubscription } from '../billing/changing.ts'
import { subscribe } from '../billing/subscribing.ts'
import { PAGE, pageOf } from '../lists.ts'
import {
  CANCEL_SUBSCRIPTION,
  CREATE_SUBSCRIPTION,
  UPDATE_SUBSCRIPTION,
} from '../objects/subscription-params.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import type { Value } from '../store.ts'
import { find } from '../world.ts'

const LIST = shape({
  ...PAGE,
  customer: text,
  price: text,
  status: text,
  test_clock: text,
  collection_method: text,
})
export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', CREATE_SUBSCRIPTION, (world, { params }) => subscribe(world, params)),
  route('GET', '/v1/subscriptions', LIST, (world, { params }) => {
    const { customer, price, status, test_clock: clock, collection_method: way, ...page } = params
    const where: Record<string, Value | undefined> = {
      customer,
      '$.items.data[0].price.id': price,
      '$.test_clock': clock,
      '$.collection_method': way,
    }
    if (status === undefined) {
      // Without a wish, the ended ones are left out.
      const more = { text: "and json_extract(json, '$.status') <> 'canceled'", values: [] }
      return pageOf(world, 'subscription', '/v1/subscriptions', page, where, more)
    }
    if (status === 'all') return pageOf(world, 'subscription', '/v1/subscriptions', page, where)
    if (status === 'ended') {
      const more = {
        text: "and json_extract(json, '$.status') in ('canceled', 'incomplete_expired')",
        values: [],
      }
      return pageOf(world, 'subscription', '/v1/subscriptions', page, where, more)
    }
    return pageOf(world, 'subscription', '/v1/subscriptions', page, { ...where, '$.status': status })
  }),
  route('GET', '/v1/subscriptions/:id', shape({}), (world, { id }) => find(world, 'subscription', id)),
  route('POST', '/v1/subscriptions/:id', UPDATE_SUBSCRIPTION, (world, { id, params }) =>
    updateSubscription(world, id, params),
  ),
  route('DELETE', '/v1/subscriptions/:id', CANCEL_SUBSCRIPTION, (world, { id, params }) =>
    cancelNow(world, find(world, 'subscription', id), 'cancellation_requested', params.cancellation_details),
  ),
]
