// Payment methods: a card's brand, last four digits and expiry.
import { type Behavior, declineOnSaving, namedCard, readCard, type ReadCard } from '../cards.ts'
import { newId } from '../clock.ts'
import { cardError, invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import {
  anything,
  emptyable,
  mergedMetadata,
  metadata,
  required,
  oneOf,
  type Read,
  shape,
  text,
  integer,
} from '../params.ts'
import { retrieve, save, now, type Context } from '../context.ts'

export type PaymentMethod = ReturnType<typeof newPaymentMethod>

declare module '../stripe-objects.ts' {
  interface ObjectTypes {
    payment_method: PaymentMethod
  }
}
/** Hidden facts about a card: how it behaves, whether it is set up for off-session payments, and can't be used again. */
export type CardFacts = { behavior: Behavior; isSetUp: boolean; isDetached?: boolean }

const ADDRESS = shape({
  city: emptyable(text),
  country: emptyable(text),
  line1: emptyable(text),
  line2: emptyable(text),
  postal_code: emptyable(text),
  state: emptyable(text),
})
export const BILLING_DETAILS = shape({
  address: emptyable(ADDRESS),
  email: emptyable(text),
  name: emptyable(text),
  phone: emptyable(text),
  tax_id: emptyable(text),
})
const CARD = shape({ number: text, exp_month: integer, exp_year: integer, cvc: text, token: text })
/** A new card within a confirm call, as Stripe.js sends it. */
export const METHOD_DATA = {
  type: required(oneOf('card')),
  card: CARD,
  billing_details: BILLING_DETAILS,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  metadata,
  // Telemetry of Stripe.js; ignored.
  guid: anything,
  muid: anything,
  sid: anything,
  referrer: anything,
  time_on_page: anything,
  payment_user_agent: anything,
  client_attribution_metadata: anything,
  radar_options: anything,
}
export const METHOD_INPUT = shape(METHOD_DATA)
type Given = Read<typeof METHOD_INPUT>

function newPaymentMethod(context: Context, card: ReadCard, given: Partial<Given>) {
  const { billing_details: billing } = given
  const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: newId('pm'),
    object: 'payment_method' as const,
    allow_redisplay: given.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: { ...noAddress, ...billing?.address },
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: billing?.tax_id ?? null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing?.address?.postal_code ? 'pass' : null,
        cvc_check: card.cvcGiven ? (card.behavior === 'declines_cvc' ? 'fail' : 'pass') : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(context),
    customer: null as string | null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    type: 'card' as const,
  }
}

/** Validates a card and saves everything but its number and security code. */
export function createPaymentMethod(context: Context, given: Partial<Given>): PaymentMethod {
  const number = given.card?.token?.replace(/^tok_/, 'pm_card_')
  if (number) return resolvePaymentMethod(context, number, 'card[token]')
  const { card } = given
  if (card?.number === undefined || card.exp_month === undefined || card.exp_year === undefined) {
    const param = card?.number === undefined ? 'card[number]' : 'card[exp_month]'
    throw invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', { param })
  }
  const { number: digits, exp_month: month, exp_year: year, cvc } = card
  return saveCard(context, readCard({ number: digits, exp_month: month, exp_year: year, cvc }), given)
}

function saveCard(context: Context, card: ReadCard, given: Partial<Given>): PaymentMethod {
  const method = newPaymentMethod(context, card, given)
  save(context, 'payment_method', method)
  const facts: CardFacts = { behavior: card.behavior, isSetUp: false }
  context.store.hide(method.id, facts)
  return method
}

/**
 * Resolves a payment method id. Test ids such as `pm_card_visa` create a new one each time, as in Stripe's test mode.
 */
export function resolvePaymentMethod(context: Context, id: string, param: string): PaymentMethod {
  const number = namedCard(id)
  if (number === undefined) return retrieve(context, 'payment_method', id, param)
  const year = new Date(now(context) * 1000).getUTCFullYear() + 1
  return saveCard(context, readCard({ number, exp_month: 12, exp_year: year }), {})
}

export function cardFactsOf(context: Context, method: PaymentMethod): CardFacts {
  const {
    behavior = 'pays',
    isSetUp = false,
    isDetached = false,
  } = context.store.hidden<CardFacts>(method.id)
  return { behavior, isSetUp, isDetached }
}

/** Attaches a card to a customer. Throws if the card can't be saved. */
export function attach(context: Context, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
      { payment_method: method },
    )
  }
  const decline = declineOnSaving(cardFactsOf(context, method).behavior)
  if (decline) {
    const { advice_code: _, ...words } = decline
    throw cardError(words)
  }
  return attachWithoutCheck(context, method, customer)
}

/** Attaches a card that has just paid or been set up. */
export function attachWithoutCheck(context: Context, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  const attached = { ...method, customer }
  save(context, 'payment_method', attached)
  emit(context, 'payment_method.attached', attached)
  return attached
}
