// The calls about disputes.
import { closeDispute, updateDispute } from '../billing/dispute.ts'
import { PAGE, listPage } from '../lists.ts'
import { UPDATE_DISPUTE } from '../objects/disputes.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

const LIST = shape({ ...PAGE, charge: text, payment_intent: text })

export const disputeRoutes = [
  route('GET', '/v1/disputes', LIST, (context, { params: { charge, payment_intent: intent, ...page } }) =>
    listPage(context, 'dispute', '/v1/disputes', page, { charge, payment_intent: intent }),
  ),
  route('POST', '/v1/disputes/:id', UPDATE_DISPUTE, (context, { id, params }) =>
    updateDispute(context, id, params),
  ),
  route('POST', '/v1/disputes/:id/close', shape({}), (context, { id }) =>
    closeDispute(context, retrieve(context, 'dispute', id), 'lost'),
  ),
  route(
    'GET',
    '/v1/radar/early_fraud_warnings',
    LIST,
    (context, { params: { charge, payment_intent: intent, ...page } }) =>
      listPage(context, 'radar.early_fraud_warning', '/v1/radar/early_fraud_warnings', page, {
        charge,
        payment_intent: intent,
      }),
  ),
]
