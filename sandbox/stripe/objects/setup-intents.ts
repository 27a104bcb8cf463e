// Setup intents: asking for a card to be charged later.
import { confirmSetup } from '../billing/setting-up.ts'
import { chance, newId } from '../clock.ts'
import { refused } from '../errors.ts'
import { change, emit } from '../events.ts'
import { PAGE, pageOf } from '../lists.ts'
import {
  anything,
  flag,
  listOf,
  mergedMetadata,
  metadata,
  must,
  oneOf,
  type Read,
  shape,
  text,
} from '../params.ts'
import { route } from '../routes.ts'
import { find, keep, nowFor, type World } from '../world.ts'
import {
  forBrowser,
  type IntentStatus,
  type LastError,
  type NextAction,
  requireSecret,
} from './payment-intents.ts'
import { METHOD_INPUT, usableMethod } from './payment-methods.ts'

export type SetupIntent = ReturnType<typeof newSetupIntent>
type NewSetup = {
  customer: string | null
  usage: 'off_session' | 'on_session'
  method?: string | null
  description?: string | null
  metadata?: Record<string, string>
  isAutomatic?: boolean
}

export function newSetupIntent(world: World, given: NewSetup) {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: given.isAutomatic ? { allow_redirects: 'always', enabled: true } : null,
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${chance(25)}`,
    created: nowFor(world, given.customer),
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null as LastError | null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: given.metadata ?? {},
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: given.method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: (given.method ? 'requires_confirmation' : 'requires_payment_method') as IntentStatus,
    usage: given.usage,
  }
}

const CONFIRM_FIELDS = {
  client_secret: text,
  payment_method: text,
  payment_method_data: METHOD_INPUT,
  payment_method_options: anything,
  return_url: text,
  mandate_data: anything,
  use_stripe_sdk: flag,
  expected_payment_method_type: text,
  radar_options: anything,
  client_context: anything,
}
const CONFIRM = shape(CONFIRM_FIELDS)
export type SetupConfirmInput = Read<typeof CONFIRM>
const CREATE = shape({
  ...CONFIRM_FIELDS,
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
    CONFIRM,
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
