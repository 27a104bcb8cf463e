// The calls about application fees.
import { refundFee } from '../billing/refunding.ts'
import { PAGE, pageOf } from '../lists.ts'
import { metadata, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find } from '../world.ts'

export const applicationFeeRoutes = [
  route(
    'GET',
    '/v1/application_fees',
    shape({ ...PAGE, charge: text }),
    (world, { params: { charge, ...page } }) =>
      pageOf(world, 'application_fee', '/v1/application_fees', page, { charge }),
  ),
  route('GET', '/v1/application_fees/:id', shape({}), (world, { id }) => find(world, 'application_fee', id)),
  route(
    'POST',
    '/v1/application_fees/:id/refunds',
    shape({ amount: whole, metadata }),
    (world, { id, params }) => {
      const fee = find(world, 'application_fee', id)
      return refundFee(world, fee, params.amount ?? fee.amount - fee.amount_refunded)
    },
  ),
  route(
    'GET',
    '/v1/application_fees/:id/refunds',
    shape(PAGE),
    (world, { id }) => find(world, 'application_fee', id).refunds,
  ),
]
