// Payment intents, and the client secret with which a browser confirms them.
import { randomString, newId } from '../clock.ts'
import { invalidParam, invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import { anything, emptyable, bool, oneOf, type Read, shape, text } from '../params.ts'
import { save, nowFor, type Context } from '../context.ts'
import { METHOD_INPUT } from './payment-methods.ts'

export const USAGE = emptyable(oneOf('off_session', 'on_session'))
export const CONFIRM_FIELDS = {
  client_secret: text,
  payment_method: text,
  payment_method_data: METHOD_INPUT,
  payment_method_options: anything,
  return_url: text,
  off_session: bool,
  error_on_requires_action: bool,
  receipt_email: emptyable(text),
  setup_future_usage: USAGE,
  mandate_data: anything,
  use_stripe_sdk: bool,
  // Sent by Stripe.js and ignored.
  expected_payment_method_type: text,
  radar_options: anything,
  client_context: anything,
}
export const CONFIRM = shape(CONFIRM_FIELDS)
export type ConfirmInput = Read<typeof CONFIRM>

export type PaymentIntent = ReturnType<typeof newPaymentIntent>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    payment_intent: PaymentIntent
  }
}
export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string | null; url: string } }
  | {
      type: 'use_stripe_sdk'
      use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string; source: string }
    }
export type LastError = {
  type: 'card_error' | 'invalid_request_error'
  code: string
  message: string
  charge?: string
  decline_code?: string
  advice_code?: string
  doc_url: string
  payment_method: unknown
}
type Usage = 'off_session' | 'on_session'
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled'

type NewIntent = {
  amount: number
  currency: string
  customer: string | null
  description?: string | null
  method?: string | null
  usage?: Usage | null
  fee?: number | null
  destination?: string | null
  transferAmount?: number | null
  metadata?: Record<string, string>
  isAutomatic?: boolean
  captureMethod?: string
  receiptEmail?: string | null
  transferGroup?: string | null
}

export function newPaymentIntent(context: Context, given: NewIntent) {
  const id = newId('pi')
  const status: IntentStatus = given.method ? 'requires_confirmation' : 'requires_payment_method'
  return {
    id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: given.fee ?? null,
    automatic_payment_methods: given.isAutomatic ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: given.captureMethod ?? 'automatic',
    client_secret: `${id}_secret_${randomString(25)}`,
    confirmation_method: 'automatic' as const,
    created: nowFor(context, given.customer),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null as LastError | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_action: null as NextAction | null,
    on_behalf_of: null,
    payment_method: given.method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail ?? null,
    review: null,
    setup_future_usage: given.usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: status as IntentStatus,
    transfer_data: given.destination
      ? given.transferAmount
        ? { amount: given.transferAmount, destination: given.destination }
        : { destination: given.destination }
      : null,
    transfer_group: given.transferGroup ?? (given.destination ? `group_${id}` : null),
  }
}

export const unexpectedState = (intent: PaymentIntent, message: string) =>
  invalidRequest(message, 'payment_intent_unexpected_state', { payment_intent: intent })

/** Cancels an unpaid intent. */
export function cancelPaymentIntent(
  context: Context,
  intent: PaymentIntent,
  reason: string | null,
): PaymentIntent {
  if (intent.status === 'canceled' || intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  }
  const canceled: PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowFor(context, intent.customer),
    cancellation_reason: reason,
    next_action: null,
  }
  save(context, 'payment_intent', canceled)
  emit(context, 'payment_intent.canceled', canceled)
  return canceled
}

/** Properties that a publishable key may read. */
const FOR_BROWSERS = new Set(
  'id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method client_secret confirmation_method created currency description last_payment_error livemode next_action payment_method payment_method_configuration_details payment_method_types processing receipt_email setup_future_usage shipping source status usage last_setup_error'.split(
    ' ',
  ),
)
export const browserView = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => FOR_BROWSERS.has(name)))

/** Throws unless the browser has the intent's client secret. */
export function requireClientSecret(
  intent: { client_secret: string | null },
  given: string | undefined,
  noun: string,
): void {
  if (given === undefined) {
    throw invalidParam('Missing required param: client_secret.', 'client_secret', 'parameter_missing')
  }
  if (given === intent.client_secret) return
  throw invalidParam(
    `The client_secret provided does not match any associated ${noun} on this account. Ensure the provided client_secret and ${noun} exist on the same account.`,
    'client_secret',
    'resource_missing',
  )
}
