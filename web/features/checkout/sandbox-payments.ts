// Pays at the sandbox as Stripe.js does at Stripe: with the browser's key and the secret of one payment.
import type { Config } from '#shared/contracts/system.ts'
import type { Card } from './card-fields.ts'
import {
  failed,
  type Intent,
  type Payment,
  paymentOf,
  refused,
  type Refusal,
  UNREACHABLE,
} from './payment-result.ts'

export type Payments = Config['payments']

/** The id of the intent is what stands before the secret part. */
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Tries to pay with this card; never throws. The bank's page leads back to `returnUrl`. */
export function payWithCard(
  { apiBase, publishableKey }: Payments,
  clientSecret: string,
  card: Card,
  returnUrl: string,
): Promise<Payment> {
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
  const address = `${apiBase}/v1/payment_intents/${intentOf(clientSecret)}/confirm`
  return ask(address, { method: 'POST', body: form })
}

/** How a payment stands; never throws. */
export function retrievePayment({ apiBase, publishableKey }: Payments, clientSecret: string): Promise<Payment> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret })
  return ask(`${apiBase}/v1/payment_intents/${intentOf(clientSecret)}?${query}`)
}

async function ask(address: string, init: RequestInit = {}): Promise<Payment> {
  try {
    const response = await fetch(address, { ...init, credentials: 'omit' })
    const body = (await response.json()) as Intent & { error?: Refusal }
    if (body.error) return refused(body.error)
    return response.ok ? paymentOf(body) : failed()
  } catch {
    return UNREACHABLE
  }
}
