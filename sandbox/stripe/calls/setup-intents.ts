// The calls about setup intents.
import { confirmSetup } from '../billing/setting-up.ts'
import { refused } from '../errors.ts'
import { change, emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import { forBrowser, requireSecret } from '../objects/payment-intents.ts'
import { usableMethod } from '../objects/payment-methods.ts'
import {
  CONFIRM_SETUP,
  newSetupIntent,
  SETUP_CONFIRM_FIELDS,
  type SetupIntent,
} from '../objects/setup-intents.ts'
import { flag, listOf, mergedMetadata, metadata, must, oneOf, type Read, shape, text } from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, type World } from '../world.ts'

const CREATE = shape({
  ...SETUP_CONFIRM_FIELDS,
  automatic_payment_methods: shape({ enabled: must(flag), allow_redirects: oneOf('always', 'never') }),
  confirm: flag,
  customer: text,
  description: text,
  metadata,
  usage: oneOf('off_session', 'on_session'),
  flow_directions: listOf(text),
})

function createSetup(world: World, given: Read<typeof CREATE>): SetupIntent {
  if (given.customer) find(world, 'customer', given.customer, 'customer')
  const method = given.payment_method && usableMethod(world, given.payment_method, 'payment_method').id
  const intent = newSetupIntent(world, {
    customer: given.customer ?? null,
    usage: given.usage ?? 'off_session',
    method: method ?? null,
    description: given.description ?? null,
    metadata: mergedMetadata({}, given.metadata),
    isAutomatic: given.automatic_payment_methods?.enabled ?? true,
  })
  keep(world, 'setup_intent', intent)
  emit(world, 'setup_intent.created', intent)
  return given.confirm ? confirmSetup(world, intent, { ...given, payment_method: undefined }) : intent
}

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', CREATE, (world, { params }) => createSetup(world, params)),
  route(
    'GET',
    '/v1/setup_intents',
    shape({ ...PAGE, customer: text, payment_method: text }),
    (world, { params: { customer, payment_method: method, ...page } }) =>
      pageOf(world, 'setup_intent', '/v1/setup_intents', page, { customer, '$.payment_method': method }),
  ),
  route(
    'GET',
    '/v1/setup_intents/:id',
    shape({ client_secret: text, is_stripe_sdk: flag }),
    (world, { id, params, isBrowser }) => {
      const intent = find(world, 'setup_intent', id)
      if (!isBrowser) return intent
      requireSecret(intent, params.client_secret, 'SetupIntent')
      return forBrowser(intent)
    },
    true,
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    CONFIRM_SETUP,
    (world, { id, params, isBrowser }) => {
      const intent = find(world, 'setup_intent', id)
      if (isBrowser) requireSecret(intent, params.client_secret, 'SetupIntent')
      const confirmed = confirmSetup(world, intent, params)
      return isBrowser ? forBrowser(confirmed) : confirmed
    },
    true,
  ),
  route(
    'POST',
    '/v1/setup_intents/:id',
    shape({ customer: text, description: text, metadata, payment_method: text }),
    (world, { id, params: { metadata: pairs, ...plain } }) => {
      const intent = find(world, 'setup_intent', id)
      const changes = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
      return change(world, 'setup_intent', intent, {
        ...changes,
        metadata: mergedMetadata(intent.metadata, pairs),
      })
    },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    shape({ cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') }),
    (world, { id, params }) => {
      const intent = find(world, 'setup_intent', id)
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        throw refused(
          `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
          'setup_intent_unexpected_state',
          { setup_intent: intent },
        )
      }
      const changes = { status: 'canceled' as const, cancellation_reason: params.cancellation_reason ?? null }
      const canceled = change(world, 'setup_intent', intent, { ...changes, next_action: null })
      emit(world, 'setup_intent.canceled', canceled)
      return canceled
    },
  ),
]
