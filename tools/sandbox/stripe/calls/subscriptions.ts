// The calls about subscriptions: create, retrieve, update, list, cancel.
import { cancelNow } from '../billing/cancel-subscription.ts'
import { updateSubscription } from '../billing/update-subscription.ts'
import { createSubscription } from '../billing/create-subscription.ts'
import { PAGE, listPage } from '../lists.ts'
import {
  CANCEL_SUBSCRIPTION,
  CREATE_SUBSCRIPTION,
  UPDATE_SUBSCRIPTION,
} from '../objects/subscription-params.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import type { Value } from '../store.ts'
import { retrieve } from '../context.ts'

const LIST = shape({
  ...PAGE,
  customer: text,
  price: text,
  status: text,
  test_clock: text,
  collection_method: text,
})
export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', CREATE_SUBSCRIPTION, (context, { params }) =>
    createSubscription(context, params),
  ),
  route('GET', '/v1/subscriptions', LIST, (context, { params }) => {
    const {
      customer,
      price,
      status,
      test_clock: clock,
      collection_method: collectionMethod,
      ...page
    } = params
    const where: Record<string, Value | undefined> = {
      customer,
      '$.items.data[0].price.id': price,
      '$.test_clock': clock,
      '$.collection_method': collectionMethod,
    }
    if (status === undefined) {
      // Without a status filter, canceled subscriptions are left out.
      const more = { text: "and json_extract(json, '$.status') <> 'canceled'", values: [] }
      return listPage(context, 'subscription', '/v1/subscriptions', page, where, more)
    }
    if (status === 'all') return listPage(context, 'subscription', '/v1/subscriptions', page, where)
    if (status === 'ended') {
      const more = {
        text: "and json_extract(json, '$.status') in ('canceled', 'incomplete_expired')",
        values: [],
      }
      return listPage(context, 'subscription', '/v1/subscriptions', page, where, more)
    }
    return listPage(context, 'subscription', '/v1/subscriptions', page, { ...where, '$.status': status })
  }),
  route('GET', '/v1/subscriptions/:id', shape({}), (context, { id }) =>
    retrieve(context, 'subscription', id),
  ),
  route('POST', '/v1/subscriptions/:id', UPDATE_SUBSCRIPTION, (context, { id, params }) =>
    updateSubscription(context, id, params),
  ),
  route('DELETE', '/v1/subscriptions/:id', CANCEL_SUBSCRIPTION, (context, { id, params }) =>
    cancelNow(
      context,
      retrieve(context, 'subscription', id),
      'cancellation_requested',
      params.cancellation_details,
    ),
  ),
]
