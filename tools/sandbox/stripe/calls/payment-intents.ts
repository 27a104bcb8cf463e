// The calls about payment intents: create, retrieve, confirm, cancel.
import { confirmPaymentIntent } from '../billing/confirm-payment-intent.ts'
import { invalidParam } from '../errors.ts'
import { emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { payableAccount } from '../objects/accounts.ts'
import {
  cancelPaymentIntent,
  CONFIRM,
  CONFIRM_FIELDS,
  browserView,
  newPaymentIntent,
  type PaymentIntent,
  requireClientSecret,
} from '../objects/payment-intents.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import {
  bool,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, type Context } from '../context.ts'

const CREATE = shape({
  amount: required(integer),
  currency: required(text),
  application_fee_amount: integer,
  automatic_payment_methods: shape({ enabled: required(bool), allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: bool,
  customer: text,
  description: text,
  metadata,
  transfer_data: shape({ destination: required(text), amount: integer }),
  transfer_group: text,
  ...CONFIRM_FIELDS,
})

function createPaymentIntent(context: Context, given: Read<typeof CREATE>): PaymentIntent {
  if (given.amount < 50) {
    throw invalidParam('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  }
  if (given.customer) retrieve(context, 'customer', given.customer, 'customer')
  if (given.transfer_data) {
    payableAccount(context, given.transfer_data.destination, 'transfer_data[destination]')
  }
  const method =
    given.payment_method && resolvePaymentMethod(context, given.payment_method, 'payment_method').id
  const intent = newPaymentIntent(context, {
    amount: given.amount,
    currency: given.currency.toLowerCase(),
    customer: given.customer ?? null,
    description: given.description ?? null,
    method: method ?? null,
    usage: given.setup_future_usage ?? null,
    fee: given.application_fee_amount ?? null,
    destination: given.transfer_data?.destination ?? null,
    transferAmount: given.transfer_data?.amount ?? null,
    metadata: mergedMetadata({}, given.metadata),
    isAutomatic: given.automatic_payment_methods?.enabled ?? given.payment_method_options === undefined,
    captureMethod: given.capture_method ?? 'automatic_async',
    receiptEmail: given.receipt_email ?? null,
    transferGroup: given.transfer_group ?? null,
  })
  save(context, 'payment_intent', intent)
  emit(context, 'payment_intent.created', intent)
  if (!given.confirm) return intent
  return confirmPaymentIntent(context, intent, { ...given, payment_method: undefined })
}

const REASON = oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned')

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CREATE, (context, { params }) => createPaymentIntent(context, params)),
  route(
    'GET',
    '/v1/payment_intents',
    shape({ ...PAGE, customer: text }),
    (context, { params: { customer, ...page } }) =>
      listPage(context, 'payment_intent', '/v1/payment_intents', page, { customer }),
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    shape({ client_secret: text, is_stripe_sdk: bool }),
    (context, { id, params, isBrowser }) => {
      const intent = retrieve(context, 'payment_intent', id)
      if (!isBrowser) return intent
      requireClientSecret(intent, params.client_secret, 'PaymentIntent')
      return browserView(intent)
    },
    true,
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    CONFIRM,
    (context, { id, params, isBrowser }) => {
      const intent = retrieve(context, 'payment_intent', id)
      if (isBrowser) requireClientSecret(intent, params.client_secret, 'PaymentIntent')
      if (isBrowser && params.off_session !== undefined) {
        throw invalidParam('A publishable key may not confirm off session.', 'off_session')
      }
      const confirmed = confirmPaymentIntent(context, intent, params)
      return isBrowser ? browserView(confirmed) : confirmed
    },
    true,
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    shape({ cancellation_reason: REASON }),
    (context, { id, params }) =>
      cancelPaymentIntent(
        context,
        retrieve(context, 'payment_intent', id),
        params.cancellation_reason ?? null,
      ),
  ),
]
