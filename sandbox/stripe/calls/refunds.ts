// The calls about refunds.
import { refund } from '../billing/refund.ts'
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { CREATE_REFUND } from '../objects/refunds.ts'
import { mergedMetadata, metadata, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

export const refundRoutes = [
  route('POST', '/v1/refunds', CREATE_REFUND, (context, { params }) => refund(context, params)),
  route(
    'GET',
    '/v1/refunds',
    shape({ ...PAGE, charge: text, payment_intent: text }),
    (context, { params: { charge, payment_intent: intent, ...page } }) =>
      listPage(context, 'refund', '/v1/refunds', page, { charge, payment_intent: intent }),
  ),
  route('GET', '/v1/refunds/:id', shape({}), (context, { id }) => retrieve(context, 'refund', id)),
  route('POST', '/v1/refunds/:id', shape({ metadata }), (context, { id, params }) => {
    const before = retrieve(context, 'refund', id)
    const pairs = mergedMetadata(before.metadata, params.metadata)
    return update(context, 'refund', before, { metadata: pairs }, 'refund.updated')
  }),
]
