// Takes money from a card for an intent: paid, declined, or the owner has to show who they are (3-D Secure).
import { type Behavior, type Decline, declineOf } from '../cards.ts'
import { chance } from '../clock.ts'
import { cardError, refused, type StripeProblem } from '../errors.ts'
import { emit } from '../events.ts'
import { transferProblem } from '../objects/accounts.ts'
import { newCharge } from '../objects/charges.ts'
import { invoiceOf } from '../objects/invoice-payments.ts'
import type { LastError, NextAction, PaymentIntent } from '../objects/payment-intents.ts'
import { attachQuietly, factsOf, type PaymentMethod } from '../objects/payment-methods.ts'
import { keep, type World } from '../world.ts'
import { invoiceNeedsAction, invoiceNotPaid, invoicePaid } from './invoice-outcomes.ts'
import { settle } from './settling.ts'

export type How = {
  /** The owner of the card is not there. */
  offSession: boolean
  /** The sandbox tries by itself, as its retry schedule says. */
  isAutomatic: boolean
  returnUrl?: string | null
  /** The owner has just shown who they are. */
  isAuthenticated?: boolean
  usesSdk?: boolean
  /** The caller wants a refusal instead of a challenge. */
  refusesAction?: boolean
}
export type Tried = { intent: PaymentIntent; problem: StripeProblem | null }

/** One try. A problem is returned, not thrown: what was written stays. */
export function tryToPay(world: World, intent: PaymentIntent, method: PaymentMethod, how: How): Tried {
  if (method.customer !== null && method.customer !== intent.customer) {
    throw refused(
      intent.customer === null
        ? `The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.`
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'resource_missing',
      { param: 'payment_method' },
    )
  }
  const problem =
    intent.transfer_data &&
    transferProblem(world, intent.transfer_data.destination, 'transfer_data[destination]')
  if (problem) return undeliverable(world, intent, method, problem, how)
  const facts = factsOf(world, method)
  const decline = declineOf(facts.behavior)
  if (decline) return declined(world, intent, method, decline, how)
  if (!how.isAuthenticated && asks(facts.behavior, how.offSession && facts.isSetUp)) {
    if (how.refusesAction) return declined(world, intent, method, MUST_AUTHENTICATE, how)
    return challenged(world, intent, method, how)
  }
  return paid(world, intent, method, how)
}

function asks(behavior: Behavior, isAgreed: boolean): boolean {
  if (behavior === 'asks_always') return true
  return (behavior === 'asks_unless_set_up' || behavior === 'asks') && !isAgreed
}

const MUST_AUTHENTICATE: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  advice_code: null,
}

function paid(world: World, before: PaymentIntent, method: PaymentMethod, how: How): Tried {
  const isAuthenticated = how.isAuthenticated ?? false
  const charge = newCharge(world, before, method, { decline: null, isAuthenticated })
  const intent: PaymentIntent = {
    ...before,
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  keep(world, 'charge', charge)
  keep(world, 'payment_intent', intent)
  if (intent.customer && intent.setup_future_usage) {
    attachQuietly(world, method, intent.customer)
    world.store.hide(method.id, { isSetUp: true })
  }
  settle(world, intent, charge, factsOf(world, method).behavior)
  const invoice = invoiceOf(world, intent.id)
  if (invoice) invoicePaid(world, invoice, intent)
  return { intent, problem: null }
}

function declined(
  world: World,
  before: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  how: How,
): Tried {
  const charge = newCharge(world, before, method, { decline, isAuthenticated: how.isAuthenticated ?? false })
  keep(world, 'charge', charge)
  const { advice_code: advice, ...words } = decline
  const error = cardError({ ...words, ...(advice ? { advice_code: advice } : {}), charge: charge.id })
  const intent = failed(
    world,
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
  emit(world, 'charge.failed', charge)
  const invoice = invoiceOf(world, intent.id)
  if (invoice) invoiceNotPaid(world, invoice, how.isAutomatic)
  const problem = cardError({ ...error.body, payment_intent: intent, payment_method: method })
  return { intent, problem }
}

/**
 * The destination may not receive transfers any more. A call is refused and nothing is left of it; an automatic try
 * counts as failed.
 */
function undeliverable(
  world: World,
  before: PaymentIntent,
  method: PaymentMethod,
  problem: StripeProblem,
  how: How,
): Tried {
  const { code = '', doc_url = '', message } = problem.body
  const error: LastError = { type: 'invalid_request_error', code, doc_url, message, payment_method: method }
  const intent = failed(world, before, error, null)
  const invoice = invoiceOf(world, intent.id)
  if (invoice) invoiceNotPaid(world, invoice, how.isAutomatic)
  return { intent, problem }
}

function failed(world: World, before: PaymentIntent, error: LastError, charge: string | null): PaymentIntent {
  const intent: PaymentIntent = {
    ...before,
    last_payment_error: error,
    latest_charge: charge ?? before.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  keep(world, 'payment_intent', intent)
  emit(world, 'payment_intent.payment_failed', intent)
  return intent
}

/** Sends the owner of the card to their bank's page. */
function challenged(world: World, before: PaymentIntent, method: PaymentMethod, how: How): Tried {
  const token = chance(32)
  const url = `${world.baseUrl}/pages/three-d-secure/${before.id}/${token}`
  const action: NextAction = how.usesSdk
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: `src_${chance(24)}` },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: how.returnUrl ?? null, url } }
  const intent: PaymentIntent = {
    ...before,
    last_payment_error: null,
    next_action: action,
    payment_method: method.id,
    status: 'requires_action',
  }
  keep(world, 'payment_intent', intent)
  world.store.hide(intent.id, { token, returnUrl: how.returnUrl ?? null })
  emit(world, 'payment_intent.requires_action', intent)
  const invoice = invoiceOf(world, intent.id)
  if (invoice) invoiceNeedsAction(world, invoice, how.isAutomatic)
  return { intent, problem: null }
}

/** The owner did not show who they are. */
export function authenticationFailed(world: World, before: PaymentIntent): PaymentIntent {
  const method = before.payment_method && world.store.get('payment_method', before.payment_method)
  const intent = failed(
    world,
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
  const invoice = invoiceOf(world, intent.id)
  if (invoice) invoiceNotPaid(world, invoice, false)
  return intent
}
