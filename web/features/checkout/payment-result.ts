// The result of one attempt to pay, read from Stripe's PaymentIntent or from an error.
import { ApiError } from '#web/lib/api-error.ts'

/** The fields of a PaymentIntent that this file reads. */
export type PaymentIntent = {
  status: string
  last_payment_error?: { message?: string | undefined } | null
  next_action?: { redirect_to_url?: { url?: string | null } | null } | null
}

export type PaymentResult =
  /** Succeeded or processing. From here on, our server confirms it. */
  | { kind: 'paid' }
  /** The bank verifies the cardholder on its own page. */
  | { kind: 'challenge'; url: string }
  /** Nothing was charged. The same PaymentIntent can be retried. */
  | { kind: 'failed'; message: string }
  /** No card has been tried yet. */
  | { kind: 'open' }
  /**
   * Canceled in the meantime, for example because the price changed. The checkout has to start another one.
   */
  | { kind: 'canceled' }

export function resultOfIntent(intent: PaymentIntent): PaymentResult {
  const { status, last_payment_error: error, next_action: action } = intent
  if (status === 'succeeded' || status === 'processing') return { kind: 'paid' }
  if (status === 'canceled') return { kind: 'canceled' }
  const url = action?.redirect_to_url?.url
  if (status === 'requires_action' && url) return { kind: 'challenge', url }
  if (status === 'requires_payment_method' && error) return failedPayment(error.message)
  return { kind: 'open' }
}

let answer: Promise<unknown> = Promise.resolve()

/** Stores an attempt, so that a payment is looked up only after the response to the attempt has arrived. */
export async function answerOf(attempt: Promise<PaymentResult>): Promise<PaymentResult> {
  answer = attempt
  return await attempt
}
export const answersArrived = async (): Promise<void> => void (await answer)

/** The fields of a StripeError that this file reads. */
export type StripeError = {
  code?: string | undefined
  message?: string | undefined
  payment_intent?: PaymentIntent | undefined
}

/** An error isn't a failure if its PaymentIntent was paid in the meantime, for example in another tab. */
export function resultOfError({ code, message, payment_intent: intent }: StripeError): PaymentResult {
  const result = intent && resultOfIntent(intent)
  if (result?.kind === 'paid' || result?.kind === 'canceled') return result
  return code === 'resource_missing' ? { kind: 'canceled' } : failedPayment(message)
}

export const failedPayment = (message?: string): PaymentResult => ({
  kind: 'failed',
  message: message || 'Your payment didn’t go through. Please try again.',
})

/**
 * The payment may or may not have gone through. A retry can't charge twice: a PaymentIntent is paid at most
 * once.
 */
export const UNREACHABLE = failedPayment(
  'We couldn’t reach the payment provider. Your details are still here. Try again; you won’t be charged twice.',
)

/** Whether our server couldn't reach the payment provider. A retry of the same call can't pay twice. */
export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'payments_unavailable'

const IN_PROGRESS = ['payment_in_progress', 'payments_slow']

/** Whether our server answered that the payment is still running. A retry of the same call waits for it. */
export const isPaymentInProgress = (error: unknown): boolean =>
  error instanceof ApiError && IN_PROGRESS.includes(error.problem.code ?? '')
