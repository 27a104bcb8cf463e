// Shortens the wait of Stripe's SDK before it repeats a failed call, because tests make many calls fail.
import type { Stripe } from 'stripe'

/** This method isn't in the SDK's types. It returns half a second. */
type Internals = { getInitialNetworkRetryDelay?: () => number }

/** Returns the same client. Throws if the SDK no longer asks this method how long to wait. */
export function quickStripeRetries(stripe: Stripe, retryAfterMs = 20): Stripe {
  const internals = stripe as Internals
  if (internals.getInitialNetworkRetryDelay === undefined)
    throw new Error('The Stripe SDK has another way to wait before a retry')
  internals.getInitialNetworkRetryDelay = () => retryAfterMs / 1000
  return stripe
}
