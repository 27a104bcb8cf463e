// Begins the first payment of a plan or subscription: saves an attempt, gets its Stripe subscription, returns the secret.
import { stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { type PaymentAttempt, stripeSubscriptionOf } from './create-stripe-subscription.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { voidUnpaid } from '../lifecycle/void-unpaid.ts'

/** Each try ends one row: one expired, one paid, one with stale terms. More than that is no coincidence. */
const TRIES = 4

/** For people who may have just paid, and must not be told that they were not charged. */
export const MAYBE_PAID_MESSAGE =
  'We can’t reach the payment provider right now. If your payment went through, it will appear here in a moment.'

/**
 * `saveAttempt` decides the terms and writes the row before Stripe is called; it returns null when another request was
 * quicker. Resolves with the secret with which the browser pays, and the attempt it belongs to. `ids` are for the log.
 * Throws what `saveAttempt` throws, `payment_in_progress`, `creator_paused`, `payments_unavailable` and `payments_slow`.
 */
export async function beginPayment<Attempt extends PaymentAttempt>(
  deps: BillingDeps,
  ids: Record<string, string>,
  saveAttempt: () => Promise<Attempt | null>,
): Promise<{ clientSecret: string; attempt: Attempt }> {
  return await withTimeout(
    async () => {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const attempt = await saveAttempt()
        const clientSecret = attempt && (await secretOf(deps, attempt))
        if (clientSecret) return { clientSecret, attempt }
      }
      throw new Problem('payments_unavailable', { retryAfterSeconds: 5 })
    },
    (error) =>
      deps.log.error(
        { event: 'stripe_call_failed', error: stripeErrorMessage(error), ...ids },
        'failed to begin a payment',
      ),
  )
}

/** Null when the next try has to read the row again: it was paid in the meantime, expired, or voided as stale. */
async function secretOf(deps: BillingDeps, attempt: PaymentAttempt): Promise<string | null> {
  const subscription = await stripeSubscriptionOf(deps, attempt)
  if (!subscription) return null
  if (subscription.status !== 'incomplete' || attempt.isStale) {
    if (subscription.status === 'incomplete') await voidUnpaid(deps, subscription)
    await syncBillingRecord(deps, subscription.id)
    return null
  }
  const { latest_invoice: invoice } = subscription
  const secret = typeof invoice === 'string' ? undefined : invoice?.confirmation_secret?.client_secret
  if (!secret) throw new Problem('payment_in_progress', { retryAfterSeconds: 5 })
  return secret
}
