// Confirms a setup intent: saves a card for later payments, with 3-D Secure if the card requires it.
import { declineOnSaving } from '../cards.ts'
import { randomString } from '../clock.ts'
import { cardError, invalidRequest } from '../errors.ts'
import { update, emit } from '../events.ts'
import {
  attachWithoutCheck,
  createPaymentMethod,
  cardFactsOf,
  type PaymentMethod,
  resolvePaymentMethod,
} from '../objects/payment-methods.ts'
import type { SetupConfirmInput, SetupIntent } from '../objects/setup-intents.ts'
import { retrieve, save, type Context } from '../context.ts'

export function confirmSetupIntent(
  context: Context,
  before: SetupIntent,
  given: SetupConfirmInput,
): SetupIntent {
  if (before.status === 'succeeded' || before.status === 'canceled') {
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has a status of ${before.status}.`,
      'setup_intent_unexpected_state',
      { setup_intent: before },
    )
  }
  const id = given.payment_method ?? before.payment_method
  const method = given.payment_method_data
    ? createPaymentMethod(context, given.payment_method_data)
    : id && resolvePaymentMethod(context, id, 'payment_method')
  if (!method) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      'setup_intent_unexpected_state',
      { setup_intent: before },
    )
  }
  const { behavior } = cardFactsOf(context, method)
  const decline = declineOnSaving(behavior)
  if (decline) {
    const { advice_code: _, ...words } = decline
    const problem = cardError(words)
    const intent: SetupIntent = {
      ...before,
      last_setup_error: {
        ...words,
        doc_url: problem.body.doc_url ?? '',
        payment_method: method,
        type: 'card_error',
      },
      payment_method: null,
      status: 'requires_payment_method',
    }
    save(context, 'setup_intent', intent)
    emit(context, 'setup_intent.setup_failed', intent)
    throw cardError({ ...problem.body, setup_intent: intent, payment_method: method })
  }
  if (!behavior.startsWith('asks')) return succeed(context, before, method)
  const token = randomString(32)
  const url = `${context.baseUrl}/pages/three-d-secure/${before.id}/${token}`
  const returnUrl = given.return_url ?? null
  const intent: SetupIntent = {
    ...before,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  }
  save(context, 'setup_intent', intent)
  context.store.hide(intent.id, { token, returnUrl })
  emit(context, 'setup_intent.requires_action', intent)
  return intent
}

function succeed(context: Context, before: SetupIntent, method: PaymentMethod): SetupIntent {
  const intent: SetupIntent = {
    ...before,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  save(context, 'setup_intent', intent)
  if (intent.customer) attachWithoutCheck(context, method, intent.customer)
  context.store.hide(method.id, { isSetUp: true })
  emit(context, 'setup_intent.succeeded', intent)
  for (const subscription of context.store.all('subscription', { '$.pending_setup_intent': intent.id })) {
    update(
      context,
      'subscription',
      subscription,
      { pending_setup_intent: null, default_payment_method: method.id },
      'customer.subscription.updated',
    )
  }
  return intent
}

/** Applies the result of the bank's page. */
export function finishSetupAuthentication(context: Context, id: string, isPassed: boolean): SetupIntent {
  const before = retrieve(context, 'setup_intent', id)
  if (before.status !== 'requires_action' || !before.payment_method) return before
  if (isPassed) return succeed(context, before, retrieve(context, 'payment_method', before.payment_method))
  const intent: SetupIntent = {
    ...before,
    last_setup_error: {
      code: 'setup_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/setup-intent-authentication-failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
      payment_method: context.store.get('payment_method', before.payment_method) ?? null,
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  save(context, 'setup_intent', intent)
  emit(context, 'setup_intent.setup_failed', intent)
  return intent
}
