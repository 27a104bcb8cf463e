// The calls about charges.
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { emptyable, mergedMetadata, metadata, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

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
  route(
    'POST',
    '/v1/charges/:id',
    shape({ description: emptyable(text), metadata, receipt_email: emptyable(text), transfer_group: text }),
    (context, { id, params }) => {
      const charge = retrieve(context, 'charge', id)
      const { metadata: pairs, ...plain } = params
      const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
      const all = { ...changes, metadata: mergedMetadata(charge.metadata, pairs) }
      return update(context, 'charge', charge, all, 'charge.updated')
    },
  ),
]
