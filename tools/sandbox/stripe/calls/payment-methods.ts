// The calls about payment methods.
import { invalidRequest } from '../errors.ts'
import { update } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import {
  attach,
  BILLING_DETAILS,
  type CardFacts,
  createPaymentMethod,
  METHOD_INPUT,
  type PaymentMethod,
  resolvePaymentMethod,
} from '../objects/payment-methods.ts'
import { mergedMetadata, metadata, required, oneOf, type Read, shape, text, integer } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, type Context } from '../context.ts'

function detach(context: Context, id: string): PaymentMethod {
  const method = retrieve(context, 'payment_method', id)
  if (method.customer === null) {
    throw invalidRequest(
      `The payment method you provided is not attached to a customer so detachment is impossible.`,
      'payment_method_unexpected_state',
    )
  }
  const customer = context.store.get('customer', method.customer)
  if (customer?.invoice_settings.default_payment_method === id) {
    const settings = { ...customer.invoice_settings, default_payment_method: null }
    update(context, 'customer', customer, { invoice_settings: settings }, 'customer.updated')
  }
  for (const subscription of context.store.all('subscription', { customer: method.customer })) {
    if (subscription.default_payment_method !== id) continue
    save(context, 'subscription', { ...subscription, default_payment_method: null })
  }
  context.store.hide(id, { isDetached: true } satisfies Partial<CardFacts>)
  return update(context, 'payment_method', method, { customer: null }, 'payment_method.detached')
}

const UPDATE = shape({
  billing_details: BILLING_DETAILS,
  metadata,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  card: shape({ exp_month: integer, exp_year: integer }),
})

function updatePaymentMethod(context: Context, id: string, given: Read<typeof UPDATE>): PaymentMethod {
  const method = retrieve(context, 'payment_method', id)
  const { address, ...billing } = given.billing_details ?? {}
  const details = { ...method.billing_details, ...billing, ...(address ? { address } : {}) }
  const known = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  return update(context, 'payment_method', method, {
    billing_details: known as PaymentMethod['billing_details'],
    card: { ...method.card, ...given.card } as PaymentMethod['card'],
    metadata: mergedMetadata(method.metadata, given.metadata),
    allow_redisplay: given.allow_redisplay ?? method.allow_redisplay,
  })
}

const CUSTOMER = shape({ customer: required(text) })

export const paymentMethodRoutes = [
  route(
    'POST',
    '/v1/payment_methods',
    METHOD_INPUT,
    (context, { params }) => createPaymentMethod(context, params),
    true,
  ),
  route(
    'GET',
    '/v1/payment_methods',
    shape({ ...PAGE, customer: text, type: text }),
    (context, { params: { customer, type, ...page } }) =>
      listPage(context, 'payment_method', '/v1/payment_methods', page, { customer, '$.type': type }),
  ),
  route('GET', '/v1/payment_methods/:id', shape({}), (context, { id }) =>
    retrieve(context, 'payment_method', id),
  ),
  route('POST', '/v1/payment_methods/:id', UPDATE, (context, { id, params }) =>
    updatePaymentMethod(context, id, params),
  ),
  route('POST', '/v1/payment_methods/:id/attach', CUSTOMER, (context, { id, params }) => {
    const customer = retrieve(context, 'customer', params.customer, 'customer')
    return attach(context, resolvePaymentMethod(context, id, 'payment_method'), customer.id)
  }),
  route('POST', '/v1/payment_methods/:id/detach', shape({}), (context, { id }) => detach(context, id)),
]
