// The calls about setup intents.
import { confirmSetupIntent } from '../billing/confirm-setup-intent.ts'
import { invalidRequest } from '../errors.ts'
import { update, emit } from '../events.ts'
import { PAGE, listPage } from '../lists.ts'
import { browserView, requireClientSecret } from '../objects/payment-intents.ts'
import { resolvePaymentMethod } from '../objects/payment-methods.ts'
import {
  CONFIRM_SETUP,
  newSetupIntent,
  SETUP_CONFIRM_FIELDS,
  type SetupIntent,
} from '../objects/setup-intents.ts'
import { bool, listOf, mergedMetadata, metadata, required, oneOf, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { retrieve, save, type Context } from '../context.ts'

const CREATE = shape({
  ...SETUP_CONFIRM_FIELDS,
  automatic_payment_methods: shape({ enabled: required(bool), allow_redirects: oneOf('always', 'never') }),
  confirm: bool,
  customer: text,
  description: text,
  metadata,
  usage: oneOf('off_session', 'on_session'),
  flow_directions: listOf(text),
})

function createSetupIntent(context: Context, given: Read<typeof CREATE>): SetupIntent {
  if (given.customer) retrieve(context, 'customer', given.customer, 'customer')
  const method =
    given.payment_method && resolvePaymentMethod(context, given.payment_method, 'payment_method').id
  const intent = newSetupIntent(context, {
    customer: given.customer ?? null,
    usage: given.usage ?? 'off_session',
    method: method ?? null,
    description: given.description ?? null,
    metadata: mergedMetadata({}, given.metadata),
    isAutomatic: given.automatic_payment_methods?.enabled ?? true,
  })
  save(context, 'setup_intent', intent)
  emit(context, 'setup_intent.created', intent)
  return given.confirm ? confirmSetupIntent(context, intent, { ...given, payment_method: undefined }) : intent
}

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', CREATE, (context, { params }) => createSetupIntent(context, params)),
  route(
    'GET',
    '/v1/setup_intents',
    shape({ ...PAGE, customer: text, payment_method: text }),
    (context, { params: { customer, payment_method: method, ...page } }) =>
      listPage(context, 'setup_intent', '/v1/setup_intents', page, { customer, '$.payment_method': method }),
  ),
  route(
    'GET',
    '/v1/setup_intents/:id',
    shape({ client_secret: text, is_stripe_sdk: bool }),
    (context, { id, params, isBrowser }) => {
      const intent = retrieve(context, 'setup_intent', id)
      if (!isBrowser) return intent
      requireClientSecret(intent, params.client_secret, 'SetupIntent')
      return browserView(intent)
    },
    true,
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    CONFIRM_SETUP,
    (context, { id, params, isBrowser }) => {
      const intent = retrieve(context, 'setup_intent', id)
      if (isBrowser) requireClientSecret(intent, params.client_secret, 'SetupIntent')
      const confirmed = confirmSetupIntent(context, intent, params)
      return isBrowser ? browserView(confirmed) : confirmed
    },
    true,
  ),
  route(
    'POST',
    '/v1/setup_intents/:id',
    shape({ customer: text, description: text, metadata, payment_method: text }),
    (context, { id, params: { metadata: pairs, ...plain } }) => {
      const intent = retrieve(context, 'setup_intent', id)
      const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
      return update(context, 'setup_intent', intent, {
        ...changes,
        metadata: mergedMetadata(intent.metadata, pairs),
      })
    },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    shape({ cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') }),
    (context, { id, params }) => {
      const intent = retrieve(context, 'setup_intent', id)
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw invalidRequest(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          'setup_intent_unexpected_state',
          { setup_intent: intent },
        )
      }
      const changes = { status: 'canceled' as const, cancellation_reason: params.cancellation_reason ?? null }
      const canceled = update(context, 'setup_intent', intent, { ...changes, next_action: null })
      emit(context, 'setup_intent.canceled', canceled)
      return canceled
    },
  ),
]
