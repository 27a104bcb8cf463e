// Opens Stripe.js; loaded only where a payment with Stripe itself is made or looked at.
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'
import { type Payment, paymentOf, refused, UNREACHABLE } from './payment-result.ts'

let opened: { key: string; stripe: Promise<Stripe> } | undefined

/** Throws when Stripe.js can't be loaded; the next call tries again. */
export async function openStripe(publishableKey: string): Promise<Stripe> {
  if (opened?.key !== publishableKey) opened = { key: publishableKey, stripe: load(publishableKey) }
  try {
    return await opened.stripe
  } catch (error) {
    opened = undefined
    throw error
  }
}

async function load(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe.js wasn’t loaded')
  return stripe
}

/** How a payment stands; never throws. */
export async function retrieveStripePayment(publishableKey: string, clientSecret: string): Promise<Payment> {
  try {
    const stripe = await openStripe(publishableKey)
    const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret)
    return paymentIntent ? paymentOf(paymentIntent) : refused(error)
  } catch {
    return UNREACHABLE
  }
}
