// Pays in the sandbox as Stripe.js pays at Stripe: with the publishable key and the payment's client secret.
import type { Config } from '#shared/contracts/system.ts'
import type { Card } from './card-fields.ts'
import {
  failedPayment,
  type PaymentIntent,
  type PaymentResult,
  resultOfError,
  resultOfIntent,
  type StripeError,
  UNREACHABLE,
} from './payment-result.ts'

type Payments = Config['payments']

/** A client secret starts with the id of its PaymentIntent. */
const intentId = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Tries to charge this card. Never throws. The bank's page redirects to `returnUrl`. */
export function payWithCard(
  { apiBase, publishableKey }: Payments,
  clientSecret: string,
  card: Card,
  returnUrl: string,
): Promise<PaymentResult> {
  const form = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': String(card.month),
    'payment_method_data[card][exp_year]': String(card.year),
    'payment_method_data[card][cvc]': card.code,
    ...(card.name && { 'payment_method_data[billing_details][name]': card.name }),
  })
  const address = `${apiBase}/v1/payment_intents/${intentId(clientSecret)}/confirm`
  return request(address, { method: 'POST', body: form })
}

/** The current result of a payment. Never throws. */
export function retrievePayment(
  { apiBase, publishableKey }: Payments,
  clientSecret: string,
): Promise<PaymentResult> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret })
  return request(`${apiBase}/v1/payment_intents/${intentId(clientSecret)}?${query}`)
}

async function request(address: string, init: RequestInit = {}): Promise<PaymentResult> {
  try {
    const response = await fetch(address, { ...init, credentials: 'omit' })
    const body = (await response.json()) as PaymentIntent & { error?: StripeError }
    if (body.error) return resultOfError(body.error)
    return response.ok ? resultOfIntent(body) : failedPayment()
  } catch {
    return UNREACHABLE
  }
}
