// The calls about payment methods.
import { refused } from '../errors.ts'
import { change } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import {
  attach,
  BILLING_DETAILS,
  createMethod,
  METHOD_INPUT,
  type PaymentMethod,
  usableMethod,
} from '../objects/payment-methods.ts'
import { mergedMetadata, metadata, must, oneOf, type Read, shape, text, whole } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, type World } from '../world.ts'

function detach(world: World, id: string): PaymentMethod {
  const method = find(world, 'payment_method', id)
  if (method.customer === null) {
    throw refused(
      `The payment method you provided is not attached to a customer so detachment is impossible.`,
      'payment_method_unexpected_state',
    )
  }
  const customer = world.store.get('customer', method.customer)
  if (customer?.invoice_settings.default_payment_method === id) {
    const settings = { ...customer.invoice_settings, default_payment_method: null }
    change(world, 'customer', customer, { invoice_settings: settings }, 'customer.updated')
  }
  for (const subscription of world.store.all('subscription', { customer: method.customer })) {
    if (subscription.default_payment_method !== id) continue
    keep(world, 'subscription', { ...subscription, default_payment_method: null })
  }
  return change(world, 'payment_method', method, { customer: null }, 'payment_method.detached')
}

const UPDATE = shape({
  billing_details: BILLING_DETAILS,
  metadata,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  card: shape({ exp_month: whole, exp_year: whole }),
})

function updateMethod(world: World, id: string, given: Read<typeof UPDATE>): PaymentMethod {
  const method = find(world, 'payment_method', id)
  const { address, ...billing } = given.billing_details ?? {}
  const details = { ...method.billing_details, ...billing, ...(address ? { address } : {}) }
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  return change(world, 'payment_method', method, {
    billing_details: known as PaymentMethod['billing_details'],
    card: { ...method.card, ...given.card } as PaymentMethod['card'],
    metadata: mergedMetadata(method.metadata, given.metadata),
    allow_redisplay: given.allow_redisplay ?? method.allow_redisplay,
  })
}

const CUSTOMER = shape({ customer: must(text) })

export const paymentMethodRoutes = [
  route(
    'POST',
    '/v1/payment_methods',
    METHOD_INPUT,
    (world, { params }) => createMethod(world, params),
    true,
  ),
  route(
    'GET',
    '/v1/payment_methods',
    shape({ ...PAGE, customer: text, type: text }),
    (world, { params: { customer, type, ...page } }) =>
      pageOf(world, 'payment_method', '/v1/payment_methods', page, { customer, '$.type': type }),
  ),
  route('GET', '/v1/payment_methods/:id', shape({}), (world, { id }) => find(world, 'payment_method', id)),
  route('POST', '/v1/payment_methods/:id', UPDATE, (world, { id, params }) =>
    updateMethod(world, id, params),
  ),
  route('POST', '/v1/payment_methods/:id/attach', CUSTOMER, (world, { id, params }) => {
    const customer = find(world, 'customer', params.customer, 'customer')
    return attach(world, usableMethod(world, id, 'payment_method'), customer.id)
  }),
  route('POST', '/v1/payment_methods/:id/detach', shape({}), (world, { id }) => detach(world, id)),
]
