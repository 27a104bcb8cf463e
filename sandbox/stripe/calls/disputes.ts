// The calls about disputes.
import { closeDispute, updateDispute } from '../billing/disputing.ts'
import { PAGE, pageOf } from '../lists.ts'
import { UPDATE_DISPUTE } from '../objects/disputes.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'

const LIST = shape({ ...PAGE, charge: text, payment_intent: text })

export const disputeRoutes = [
  route('GET', '/v1/disputes', LIST, (world, { params: { charge, payment_intent: intent, ...page } }) =>
    pageOf(world, 'dispute', '/v1/disputes', page, { charge, payment_intent: intent }),
  ),
  route('GET', '/v1/disputes/:id', shape({}), (world, { id }) => find(world, 'dispute', id)),
  route('POST', '/v1/disputes/:id', UPDATE_DISPUTE, (world, { id, params }) =>
    updateDispute(world, id, params),
  ),
  route('POST', '/v1/disputes/:id/close', shape({}), (world, { id }) =>
    closeDispute(world, find(world, 'dispute', id), 'lost'),
  ),
  route(
    'GET',
    '/v1/radar/early_fraud_warnings',
    LIST,
    (world, { params: { charge, payment_intent: intent, ...page } }) =>
      pageOf(world, 'radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', page, {
        charge,
        payment_intent: intent,
      }),
  ),
  route('GET', '/v1/radar/early_fraud_warnings/:id', shape({}), (world, { id }) =>
    find(world, 'radar.early_fraud_warning', id),
  ),
]
