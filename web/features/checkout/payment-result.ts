// What became of a payment, read from the intent the provider keeps of it.

/** The parts of a payment intent that matter here. */
export type Intent = {
  status: string
  last_payment_error?: { message?: string | undefined } | null
  next_action?: { redirect_to_url?: { url?: string | null } | null } | null
}

export type Payment =
  /** Succeeded or being processed: from here on the server is asked. */
  | { kind: 'paid' }
  /** The bank wants to see the card's owner on a page of its own. */
  | { kind: 'challenge'; url: string }
  /** Nothing was taken; the same payment may be tried again. */
  | { kind: 'failed'; message: string }
  /** Nothing was tried yet. */
  | { kind: 'open' }
  /** Taken back meanwhile, as after a change of price: another one has to be begun. */
  | { kind: 'gone' }

export function paymentOf({ status, last_payment_error: error, next_action: action }: Intent): Payment {
  if (status === 'succeeded' || status === 'processing') return { kind: 'paid' }
  if (status === 'canceled') return { kind: 'gone' }
  const url = action?.redirect_to_url?.url
  if (status === 'requires_action' && url) return { kind: 'challenge', url }
  if (status === 'requires_payment_method' && error) return failed(error.message)
  return { kind: 'open' }
}

/** What the provider answers when it refuses a try. */
export type Refusal = {
  code?: string | undefined
  message?: string | undefined
  payment_intent?: Intent | undefined
}

/** A refusal is no failure when the intent in it was paid meanwhile, as from another tab. */
export function refused({ code, message, payment_intent: intent }: Refusal): Payment {
  const standing = intent && paymentOf(intent)
  if (standing?.kind === 'paid' || standing?.kind === 'gone') return standing
  return code === 'resource_missing' ? { kind: 'gone' } : failed(message)
}

export const failed = (message?: string): Payment => ({
  kind: 'failed',
  message: message || 'Your payment didn’t go through. Please try again.',
})

/** Whether it went through is not known then; trying again can't pay twice, as one intent is paid once. */
export const UNREACHABLE = failed(
  'We couldn’t reach the payment provider. Your details are still here. Try again; you won’t be charged twice.',
)
