// The call that lists application fees.
import { PAGE, listPage } from '../lists.ts'
import { shape, text } from '../params.ts'
import { route } from '../routes.ts'

export const applicationFeeRoutes = [
  route(
    'GET',
    '/v1/application_fees',
    shape({ ...PAGE, charge: text }),
    (context, { params: { charge, ...page } }) =>
      listPage(context, 'application_fee', '/v1/application_fees', page, { charge }),
  ),
]
