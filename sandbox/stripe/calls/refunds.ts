// The calls about refunds.
import { refund } from '../billing/refunding.ts'
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { CREATE_REFUND } from '../objects/refunds.ts'
import { mergedMetadata, metadata, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'

export const refundRoutes = [
  route('POST', '/v1/refunds', CREATE_REFUND, (world, { params }) => refund(world, params)),
  route(
    'GET',
    '/v1/refunds',
    shape({ ...PAGE, charge: text, payment_intent: text }),
    (world, { params: { charge, payment_intent: intent, ...page } }) =>
      pageOf(world, 'refund', '/v1/refunds', page, { charge, payment_intent: intent }),
  ),
  route('GET', '/v1/refunds/:id', shape({}), (world, { id }) => find(world, 'refund', id)),
  route('POST', '/v1/refunds/:id', shape({ metadata }), (world, { id, params }) => {
    const before = find(world, 'refund', id)
    const pairs = mergedMetadata(before.metadata, params.metadata)
    return change(world, 'refund', before, { metadata: pairs }, 'refund.updated')
  }),
]
