// Confirms a payment intent, and finishes it after 3-D Secure.
import { StripeProblem } from '../errors.ts'
import { type ConfirmInput, type PaymentIntent, unexpectedState } from '../objects/payment-intents.ts'
import { createPaymentMethod, resolvePaymentMethod } from '../objects/payment-methods.ts'
import { retrieve, type Context } from '../context.ts'
import { failAuthentication, attemptPayment } from './attempt-payment.ts'

/** Returns the intent. Throws on a decline, and keeps the failed charge. */
export function confirmPaymentIntent(
  context: Context,
  before: PaymentIntent,
  given: ConfirmInput,
): PaymentIntent {
  if (before.status === 'succeeded') {
    throw unexpectedState(
      before,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (before.status === 'canceled') {
    throw unexpectedState(
      before,
      'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.',
    )
  }
  const id = given.payment_method ?? before.payment_method
  const method = given.payment_method_data
    ? createPaymentMethod(context, given.payment_method_data)
    : id && resolvePaymentMethod(context, id, 'payment_method')
  if (!method) {
    throw unexpectedState(
      before,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const intent: PaymentIntent = {
    ...before,
    ...(given.setup_future_usage === undefined ? {} : { setup_future_usage: given.setup_future_usage }),
    ...(given.receipt_email === undefined ? {} : { receipt_email: given.receipt_email }),
  }
  const attempt = attemptPayment(context, intent, method, {
    offSession: given.off_session ?? false,
    isAutomatic: false,
    returnUrl: given.return_url ?? null,
    usesSdk: given.use_stripe_sdk ?? false,
    refusesAction: given.error_on_requires_action ?? given.off_session ?? false,
  })
  if (attempt.problem) throw attempt.problem
  return attempt.intent
}

/** Applies the result of the bank's page. A second call changes nothing. */
export function finishAuthentication(context: Context, id: string, isPassed: boolean): PaymentIntent {
  const intent = retrieve(context, 'payment_intent', id)
  if (intent.status !== 'requires_action' || !intent.payment_method) return intent
  if (!isPassed) return failAuthentication(context, intent)
  const method = retrieve(context, 'payment_method', intent.payment_method)
  try {
    const how = { offSession: false, isAutomatic: false, isAuthenticated: true }
    return attemptPayment(context, intent, method, how).intent
  } catch (error) {
    if (error instanceof StripeProblem) return intent
    throw error
  }
}
