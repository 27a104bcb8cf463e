// The calls about charges.
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { emptyable, mergedMetadata, metadata, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'

export const chargeRoutes = [
  route(
    'GET',
    '/v1/charges',
    shape({ ...PAGE, customer: text, payment_intent: text, transfer_group: text }),
    (world, { params }) => {
      const { customer, payment_intent: intent, transfer_group: group, ...page } = params
      const where = { customer, payment_intent: intent, '$.transfer_group': group }
      return pageOf(world, 'charge', '/v1/charges', page, where)
    },
  ),
  route('GET', '/v1/charges/:id', shape({}), (world, { id }) => find(world, 'charge', id)),
  route(
    'POST',
    '/v1/charges/:id',
    shape({ description: emptyable(text), metadata, receipt_email: emptyable(text), transfer_group: text }),
    (world, { id, params }) => {
      const charge = find(world, 'charge', id)
      const { metadata: pairs, ...plain } = params
      const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
      const all = { ...changes, metadata: mergedMetadata(charge.metadata, pairs) }
      return change(world, 'charge', charge, all, 'charge.updated')
    },
  ),
]
