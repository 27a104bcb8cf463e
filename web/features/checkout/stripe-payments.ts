// Loads Stripe.js. Imported lazily, only where a real Stripe payment is made or looked up.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { type PaymentResult, resultOfError, resultOfIntent, UNREACHABLE } from './payment-result.ts'

let loaded: { key: string; stripe: Promise<Stripe> } | undefined

/** Throws if Stripe.js can't be loaded; the next call tries again. */
export async function loadStripeOnce(publishableKey: string): Promise<Stripe> {
  if (loaded?.key !== publishableKey) loaded = { key: publishableKey, stripe: load(publishableKey) }
  try {
    return await loaded.stripe
  } catch (error) {
    loaded = undefined
    throw error
  }
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js wasn’t loaded')
  return stripe
}

/** The current result of a payment; never throws. */
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
