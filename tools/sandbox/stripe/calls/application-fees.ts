// The calls about application fees and their refunds.
import { refundApplicationFee } from '../billing/refund.ts'
import { PAGE, listPage } from '../lists.ts'
import { metadata, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve } from '../context.ts'

export const applicationFeeRoutes = [
  route(
    'GET',
    '/v1/application_fees',
    shape({ ...PAGE, charge: text }),
    (context, { params: { charge, ...page } }) =>
      listPage(context, 'application_fee', '/v1/application_fees', page, { charge }),
  ),
  route('GET', '/v1/application_fees/:id', shape({}), (context, { id }) =>
    retrieve(context, 'application_fee', id),
  ),
  route(
    'POST',
    '/v1/application_fees/:id/refunds',
    shape({ amount: integer, metadata }),
    (context, { id, params }) => {
      const fee = retrieve(context, 'application_fee', id)
      return refundApplicationFee(context, fee, params.amount ?? fee.amount - fee.amount_refunded)
    },
  ),
  route(
    'GET',
    '/v1/application_fees/:id/refunds',
    shape(PAGE),
    (context, { id }) => retrieve(context, 'application_fee', id).refunds,
  ),
]
