// The calls about payment intents: make, read, change, confirm and cancel one.
import { confirmIntent } from '../billing/confirming.ts'
import { invalidParam } from '../errors.ts'
import { change, emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { payableAccount } from '../objects/accounts.ts'
import {
  cancelIntent,
  CONFIRM,
  CONFIRM_FIELDS,
  forBrowser,
  newPaymentIntent,
  type PaymentIntent,
  requireSecret,
  unexpectedState,
  USAGE,
} from '../objects/payment-intents.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import {
  emptyable,
  flag,
  mergedMetadata,
  metadata,
  must,
  oneOf,
  type Read,
  shape,
  text,
  whole,
} from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, type World } from '../world.ts'

const CREATE = shape({
  amount: must(whole),
  currency: must(text),
  application_fee_amount: whole,
  automatic_payment_methods: shape({ enabled: must(flag), allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  customer: text,
  description: text,
  metadata,
  transfer_data: shape({ destination: must(text), amount: whole }),
  transfer_group: text,
  ...CONFIRM_FIELDS,
})

function createIntent(world: World, given: Read<typeof CREATE>): PaymentIntent {
  if (given.amount < 50) {
    throw invalidParam('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  }
  if (given.customer) find(world, 'customer', given.customer, 'customer')
  if (given.transfer_data) {
    payableAccount(world, given.transfer_data.destination, 'transfer_data[destination]')
  }
  const method = given.payment_method && usableMethod(world, given.payment_method, 'payment_method').id
  const intent = newPaymentIntent(world, {
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
  keep(world, 'payment_intent', intent)
  emit(world, 'payment_intent.created', intent)
  if (!given.confirm) return intent
  return confirmIntent(world, intent, { ...given, payment_method: undefined })
}

const UPDATE = shape({
  amount: whole,
  application_fee_amount: whole,
  customer: text,
  description: emptyable(text),
  metadata,
  payment_method: emptyable(text),
  receipt_email: emptyable(text),
  setup_future_usage: USAGE,
})

function updateIntent(world: World, id: string, given: Read<typeof UPDATE>): PaymentIntent {
  const intent = find(world, 'payment_intent', id)
  if (['succeeded', 'canceled'].includes(intent.status) && given.amount !== undefined) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
    )
  }
  const method = given.payment_method
    ? usableMethod(world, given.payment_method, 'payment_method').id
    : given.payment_method
  const { metadata: pairs, ...plain } = { ...given, payment_method: method }
  const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const status =
    method && intent.status === 'requires_payment_method' ? 'requires_confirmation' : intent.status
  return change(world, 'payment_intent', intent, {
    ...changes,
    metadata: mergedMetadata(intent.metadata, pairs),
    status,
  })
}

const REASON = oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned')

export const paymentIntentRoutes = [
  route('POST', '/v1/payment_intents', CREATE, (world, { params }) => createIntent(world, params)),
  route(
    'GET',
    '/v1/payment_intents',
    shape({ ...PAGE, customer: text }),
    (world, { params: { customer, ...page } }) =>
      pageOf(world, 'payment_intent', '/v1/payment_intents', page, { customer }),
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    shape({ client_secret: text, is_stripe_sdk: flag }),
    (world, { id, params, isBrowser }) => {
      const intent = find(world, 'payment_intent', id)
      if (!isBrowser) return intent
      requireSecret(intent, params.client_secret, 'PaymentIntent')
      return forBrowser(intent)
    },
    true,
  ),
  route('POST', '/v1/payment_intents/:id', UPDATE, (world, { id, params }) =>
    updateIntent(world, id, params),
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    CONFIRM,
    (world, { id, params, isBrowser }) => {
      const intent = find(world, 'payment_intent', id)
      if (isBrowser) requireSecret(intent, params.client_secret, 'PaymentIntent')
      if (isBrowser && params.off_session !== undefined) {
        throw invalidParam('A publishable key may not confirm off session.', 'off_session')
      }
      const confirmed = confirmIntent(world, intent, params)
      return isBrowser ? forBrowser(confirmed) : confirmed
    },
    true,
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    shape({ cancellation_reason: REASON }),
    (world, { id, params }) =>
      cancelIntent(world, find(world, 'payment_intent', id), params.cancellation_reason ?? null),
  ),
]
