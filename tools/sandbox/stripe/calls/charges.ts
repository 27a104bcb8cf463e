// The calls about charges and their refunds.
import { refund } from '../billing/refund.ts'
import { retrieve } from '../context.ts'
import { update } from '../events.ts'
import { listPage, PAGE } from '../lists.ts'
import { CREATE_REFUND } from '../objects/refunds.ts'
import { mergedMetadata, metadata, shape, text } from '../params.ts'
import { route } from '../routes.ts'

export const chargeRoutes = [
  route(
    'GET',
    '/v1/charges',
    shape({ ...PAGE, customer: text, payment_intent: text, transfer_group: text }),
    (context, { params }) => {
      const { customer, payment_intent: intent, transfer_group: group, ...page } = params
      const where = { customer, payment_intent: intent, '$.transfer_group': group }
      return listPage(context, 'charge', '/v1/charges', page, where)
    },
  ),
  route('GET', '/v1/charges/:id', shape({}), (context, { id }) => retrieve(context, 'charge', id)),
]

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
