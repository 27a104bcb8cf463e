// Setup intents: save a card for later charges.
import { randomString, newId } from '../clock.ts'
import { anything, bool, type Read, shape, text } from '../params.ts'
import { nowFor, type Context } from '../context.ts'
import type { IntentStatus, LastError, NextAction } from './payment-intents.ts'
import { METHOD_INPUT } from './payment-methods.ts'

export type SetupIntent = ReturnType<typeof newSetupIntent>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    setup_intent: SetupIntent
  }
}
type NewSetup = {
  customer: string | null
  usage: 'off_session' | 'on_session'
  method?: string | null
  description?: string | null
  metadata?: Record<string, string>
  isAutomatic?: boolean
}

export function newSetupIntent(context: Context, given: NewSetup) {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: given.isAutomatic ? { allow_redirects: 'always', enabled: true } : null,
    cancellation_reason: null as string | null,
    client_secret: `${id}_secret_${randomString(25)}`,
    created: nowFor(context, given.customer),
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

export const SETUP_CONFIRM_FIELDS = {
  client_secret: text,
  payment_method: text,
  payment_method_data: METHOD_INPUT,
  payment_method_options: anything,
  return_url: text,
  mandate_data: anything,
  use_stripe_sdk: bool,
  expected_payment_method_type: text,
  radar_options: anything,
  client_context: anything,
}
export const CONFIRM_SETUP = shape(SETUP_CONFIRM_FIELDS)
export type SetupConfirmInput = Read<typeof CONFIRM_SETUP>
