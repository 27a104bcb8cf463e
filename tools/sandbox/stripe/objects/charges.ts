// Charges: one attempt to charge a card and its outcome.
import { type Decline, declineOf } from '../cards.ts'
import { randomString, newId } from '../clock.ts'
import { nowFor, type Context } from '../context.ts'
import type { PaymentIntent } from './payment-intents.ts'
import { cardFactsOf, type PaymentMethod } from './payment-methods.ts'

export type Charge = ReturnType<typeof newCharge>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    charge: Charge
  }
}

/** Builds a payment intent's charge; failed if `decline` is set. */
export function newCharge(
  context: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  result: { decline: Decline | null; isAuthenticated: boolean },
) {
  const { decline } = result
  const id = newId('ch')
  return {
    id,
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null as string | null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created: nowFor(context, intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(context, intent, method, result), type: 'card' as const },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: decline ? null : `${context.baseUrl}/pages/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? ('failed' as const) : ('succeeded' as const),
    transfer_data: intent.transfer_data
      ? { amount: intent.transfer_data.amount ?? null, destination: intent.transfer_data.destination }
      : null,
    transfer_group: intent.transfer_group,
  }
}

function outcomeOf(decline: Decline | null) {
  return {
    advice_code: decline?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: decline ? '01' : null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.decline_code ?? decline.code) : null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function cardDetails(
  context: Context,
  intent: PaymentIntent,
  { id, card }: PaymentMethod,
  { decline, isAuthenticated }: { decline: Decline | null; isAuthenticated: boolean },
) {
  const failsOnCvc =
    declineOf(cardFactsOf(context, { id } as PaymentMethod).behavior)?.code === 'incorrect_cvc'
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : '123456',
    brand: card.brand,
    checks: { ...card.checks, cvc_check: failsOnCvc ? 'fail' : card.checks.cvc_check },
    country: card.country,
    electronic_commerce_indicator: isAuthenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: decline ? null : randomString(15),
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: card.regulated_status,
    three_d_secure: isAuthenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  }
}

const AUTHENTICATED = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: '00000000-0000-4000-8000-000000000000',
  version: '2.2.0',
}
