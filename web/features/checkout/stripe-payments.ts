// Loads Stripe.js. Imported lazily, only where a real Stripe payment is made or looked up.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { type PaymentResult, resultOfError, resultOfIntent, UNREACHABLE } from './payment-result.ts'

let loaded: { key: string; stripe: Promise<Stripe> } | undefined

/**
 * Throws if Stripe.js can't be loaded; the next call tries again. May reload the page instead, and then never
 * resolves.
 */
export async function loadStripeOnce(publishableKey: string): Promise<Stripe> {
  if (!isDocumentOfThisPage()) {
    location.reload()
    return await new Promise(() => {})
  }
  if (loaded?.key !== publishableKey) loaded = { key: publishableKey, stripe: load(publishableKey) }
  try {
    return await loaded.stripe
  } catch (error) {
    loaded = undefined
    throw error
  }
}

/**
 * Only the documents of pages with a card form may load Stripe's scripts (server/http/front-end.ts).
 * Navigation without a page load keeps the previous page's document.
 */
function isDocumentOfThisPage(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return !navigation || new URL(navigation.name).pathname === location.pathname
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js wasn’t loaded')
  return stripe
}

/** The current result of a payment. Never throws. */
export async function retrieveStripePayment(
  publishableKey: string,
  clientSecret: string,
): Promise<PaymentResult> {
  try {
    const stripe = await loadStripeOnce(publishableKey)
    const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
    return paymentIntent ? resultOfIntent(paymentIntent) : resultOfError(error)
  } catch {
    return UNREACHABLE
  }
}
