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

export type OfferedCard = {
  id: string
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}

/** The saved card that the form offers first, or null. Never throws: without it, the form asks for a card. */
export async function offeredCard(
  { apiBase, publishableKey }: Payments,
  cardSecret: string,
): Promise<OfferedCard | null> {
  const query = new URLSearchParams({ key: publishableKey, customer_session_client_secret: cardSecret })
  try {
    const response = await fetch(`${apiBase}/v1/elements/sessions?${query}`, { credentials: 'omit' })
    const body = (await response.json()) as { customer?: { payment_methods?: OfferedCard[] } }
    return body.customer?.payment_methods?.[0] ?? null
  } catch {
    return null
  }
}

/** Tries to charge a saved card. Never throws. */
export async function payWithSavedCard(
  { apiBase, publishableKey }: Payments,
  clientSecret: string,
  { id }: OfferedCard,
  returnUrl: string,
): Promise<PaymentResult> {
  const form = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    payment_method: id,
    return_url: returnUrl,
  })
  const address = `${apiBase}/v1/payment_intents/${intentId(clientSecret)}/confirm`
  return await request(address, { method: 'POST', body: form }, CARD_GONE)
}

/** The card was removed on another page. */
const CARD_GONE = 'This card can’t be used any more. Enter another one.'

/** The current result of a payment. Never throws. */
export function retrievePayment(
  { apiBase, publishableKey }: Payments,
  clientSecret: string,
): Promise<PaymentResult> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret })
  return request(`${apiBase}/v1/payment_intents/${intentId(clientSecret)}?${query}`)
}

/** `refused`: what to say when the card itself is refused, not its payment. */
async function request(address: string, init: RequestInit = {}, refused?: string): Promise<PaymentResult> {
  try {
    const response = await fetch(address, { ...init, credentials: 'omit' })
    const body = (await response.json()) as PaymentIntent & { error?: StripeError }
    if (body.error && refused !== undefined && !body.error.payment_intent) return failedPayment(refused)
    if (body.error) return resultOfError(body.error)
    return response.ok ? resultOfIntent(body) : failedPayment()
  } catch {
    return UNREACHABLE
  }
}
