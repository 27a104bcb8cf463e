// Attempts to charge a card for a payment intent: succeeded, declined, or 3-D Secure required.
import { type Behavior, type Decline, declineOf, isExpired } from '../cards.ts'
import { randomString } from '../clock.ts'
import { cardError, invalidRequest, type StripeProblem } from '../errors.ts'
import { emit } from '../events.ts'
import { transferProblem } from '../objects/accounts.ts'
import { newCharge } from '../objects/charges.ts'
import { invoiceOf } from '../objects/invoice-payments.ts'
import type { LastError, NextAction, PaymentIntent } from '../objects/payment-intents.ts'
import { attachWithoutCheck, cardFactsOf, type PaymentMethod } from '../objects/payment-methods.ts'
import { save, type Context } from '../context.ts'
import { invoiceActionRequired, invoicePaymentFailed, invoicePaid } from './invoice-payment-results.ts'
import { settleCharge } from './settle-charge.ts'

export type PaymentOptions = {
  /** The customer isn't present. */
  offSession: boolean
  /** An automatic attempt by the retry schedule. */
  isAutomatic: boolean
  returnUrl?: string | null
  /** The customer has just passed 3-D Secure. */
  isAuthenticated?: boolean
  usesSdk?: boolean
  /** Declines instead of asking for 3-D Secure. */
  refusesAction?: boolean
}
export type PaymentAttempt = { intent: PaymentIntent; problem: StripeProblem | null }

/** One attempt. Returns a decline instead of throwing it, because its objects must be kept. */
export function attemptPayment(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  how: PaymentOptions,
): PaymentAttempt {
  const facts = cardFactsOf(context, method)
  if (facts.isDetached) throw invalidRequest(USED_UP)
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalidRequest(
      intent.customer === null
        ? USED_UP
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'resource_missing',
      { param: 'payment_method' },
    )
  }
  const problem =
    intent.transfer_data &&
    transferProblem(context, intent.transfer_data.destination, 'transfer_data[destination]')
  if (problem) return failForDestination(context, intent, method, problem, how)
  const decline = isExpired(method.card) ? declineOf('declines_expired') : declineOf(facts.behavior)
  if (decline) return declined(context, intent, method, decline, how)
  if (!how.isAuthenticated && asks(facts.behavior, how.offSession && facts.isSetUp)) {
    if (how.refusesAction) return declined(context, intent, method, AUTHENTICATION_REQUIRED, how)
    return requireAuthentication(context, intent, method, how)
  }
  return paid(context, intent, method, how)
}

const USED_UP =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'

function asks(behavior: Behavior, isAgreed: boolean): boolean {
  if (behavior === 'asks_always') return true
  return (behavior === 'asks_unless_set_up' || behavior === 'asks') && !isAgreed
}

const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  advice_code: null,
}

function paid(
  context: Context,
  before: PaymentIntent,
  method: PaymentMethod,
  how: PaymentOptions,
): PaymentAttempt {
  const isAuthenticated = how.isAuthenticated ?? false
  const charge = newCharge(context, before, method, { decline: null, isAuthenticated })
  const intent: PaymentIntent = {
    ...before,
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  save(context, 'charge', charge)
  save(context, 'payment_intent', intent)
  if (intent.customer && intent.setup_future_usage) {
    attachWithoutCheck(context, method, intent.customer)
    context.store.hide(method.id, { isSetUp: true })
  }
  settleCharge(context, intent, charge, cardFactsOf(context, method).behavior)
  const invoice = invoiceOf(context, intent.id)
  if (invoice) invoicePaid(context, invoice, intent)
  return { intent, problem: null }
}

function declined(
  context: Context,
  before: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  how: PaymentOptions,
): PaymentAttempt {
  const charge = newCharge(context, before, method, {
    decline,
    isAuthenticated: how.isAuthenticated ?? false,
  })
  save(context, 'charge', charge)
  const { advice_code: advice, ...words } = decline
  const error = cardError({ ...words, ...(advice ? { advice_code: advice } : {}), charge: charge.id })
  const intent = failed(
    context,
    before,
    {
      ...words,
      ...(advice ? { advice_code: advice } : {}),
      type: 'card_error',
      charge: charge.id,
      doc_url: error.body.doc_url ?? '',
      payment_method: method,
    },
    charge.id,
  )
  emit(context, 'charge.failed', charge)
  const invoice = invoiceOf(context, intent.id)
  if (invoice) invoicePaymentFailed(context, invoice, how.isAutomatic)
  const problem = cardError({ ...error.body, payment_intent: intent, payment_method: method })
  return { intent, problem }
}

/**
 * The destination can no longer receive transfers. A call is refused and rolled back; an automatic attempt counts as
 * failed.
 */
function failForDestination(
  context: Context,
  before: PaymentIntent,
  method: PaymentMethod,
  problem: StripeProblem,
  how: PaymentOptions,
): PaymentAttempt {
  const { code = '', doc_url = '', message } = problem.body
  const error: LastError = { type: 'invalid_request_error', code, doc_url, message, payment_method: method }
  const intent = failed(context, before, error, null)
  const invoice = invoiceOf(context, intent.id)
  if (invoice) invoicePaymentFailed(context, invoice, how.isAutomatic)
  return { intent, problem }
}

function failed(
  context: Context,
  before: PaymentIntent,
  error: LastError,
  charge: string | null,
): PaymentIntent {
  const intent: PaymentIntent = {
    ...before,
    last_payment_error: error,
    latest_charge: charge ?? before.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  save(context, 'payment_intent', intent)
  emit(context, 'payment_intent.payment_failed', intent)
  return intent
}

/** Asks the customer to authenticate on the bank's page. */
function requireAuthentication(
  context: Context,
  before: PaymentIntent,
  method: PaymentMethod,
  how: PaymentOptions,
): PaymentAttempt {
  const token = randomString(32)
  const url = `${context.baseUrl}/pages/three-d-secure/${before.id}/${token}`
  const action: NextAction = how.usesSdk
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          stripe_js: url,
          source: `src_${randomString(24)}`,
        },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: how.returnUrl ?? null, url } }
  const intent: PaymentIntent = {
    ...before,
    last_payment_error: null,
    next_action: action,
    payment_method: method.id,
    status: 'requires_action',
  }
  save(context, 'payment_intent', intent)
  context.store.hide(intent.id, { token, returnUrl: how.returnUrl ?? null })
  emit(context, 'payment_intent.requires_action', intent)
  const invoice = invoiceOf(context, intent.id)
  if (invoice) invoiceActionRequired(context, invoice, how.isAutomatic)
  return { intent, problem: null }
}

/** The customer failed 3-D Secure. */
export function failAuthentication(context: Context, before: PaymentIntent): PaymentIntent {
  const method = before.payment_method && context.store.get('payment_method', before.payment_method)
  const intent = failed(
    context,
    before,
    {
      code: 'payment_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method ?? null,
      type: 'invalid_request_error',
    },
    null,
  )
  const invoice = invoiceOf(context, intent.id)
  if (invoice) invoicePaymentFailed(context, invoice, false)
  return intent
}
