// Payment methods: a card as it is kept, which is brand, last four digits and expiry.
import { type Behavior, declineOnSaving, namedCard, readCard, type ReadCard } from '../cards.ts'
import { chance, newId } from '../clock.ts'
import { cardError, refused } from '../errors.ts'
import { emit } from '../events.ts'
import {
  anything,
  emptyable,
  mergedMetadata,
  metadata,
  must,
  oneOf,
  type Read,
  shape,
  text,
  whole,
} from '../params.ts'
import { find, keep, now, type World } from '../world.ts'

export type PaymentMethod = ReturnType<typeof newPaymentMethod>

declare module '../object-types.ts' {
  interface ObjectTypes {
    payment_method: PaymentMethod
  }
}
/** What is known of a card and never told: how its bank behaves, and whether its owner agreed to later payments. */
export type CardFacts = { behavior: Behavior; isSetUp: boolean }

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
const CARD = shape({ number: text, exp_month: whole, exp_year: whole, cvc: text, token: text })
/** A new card in the call that pays with it, as Stripe.js sends it. */
export const METHOD_DATA = {
  type: must(oneOf('card')),
  card: CARD,
  billing_details: BILLING_DETAILS,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  metadata,
  // What Stripe.js says about the page; nothing is done with it.
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

function newPaymentMethod(world: World, card: ReadCard, given: Partial<Given>) {
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
      fingerprint: chance(16),
      funding: card.funding ?? 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(world),
    customer: null as string | null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    type: 'card' as const,
  }
}

/** Reads a card as typed and keeps what may be kept of it. */
export function createMethod(world: World, given: Partial<Given>): PaymentMethod {
  const number = given.card?.token?.replace(/^tok_/, 'pm_card_')
  if (number) return usableMethod(world, number, 'card[token]')
  const { card } = given
  if (card?.number === undefined || card.exp_month === undefined || card.exp_year === undefined) {
    const param = card?.number === undefined ? 'card[number]' : 'card[exp_month]'
    throw refused(`Missing required param: ${param}.`, 'parameter_missing', { param })
  }
  const { number: digits, exp_month: month, exp_year: year, cvc } = card
  return keepCard(world, readCard({ number: digits, exp_month: month, exp_year: year, cvc }), given)
}

function keepCard(world: World, card: ReadCard, given: Partial<Given>): PaymentMethod {
  const method = newPaymentMethod(world, card, given)
  keep(world, 'payment_method', method)
  const facts: CardFacts = { behavior: card.behavior, isSetUp: false }
  world.store.hide(method.id, facts)
  return method
}

/** A payment method by its id; `pm_card_visa` and its like make a new one each time, as in Stripe's test mode. */
export function usableMethod(world: World, id: string, param: string): PaymentMethod {
  const number = namedCard(id)
  if (number === undefined) return find(world, 'payment_method', id, param)
  const year = new Date(now(world) * 1000).getUTCFullYear() + 1
  return keepCard(world, readCard({ number, exp_month: 12, exp_year: year }), {})
}

export function factsOf(world: World, method: PaymentMethod): CardFacts {
  const { behavior = 'pays', isSetUp = false } = world.store.hidden<CardFacts>(method.id)
  return { behavior, isSetUp }
}

/** Gives a card to a customer; the bank is asked whether it may be saved. */
export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw refused(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
      { payment_method: method },
    )
  }
  const decline = declineOnSaving(factsOf(world, method).behavior)
  if (decline) {
    const { advice_code: _, ...words } = decline
    throw cardError(words)
  }
  return attachQuietly(world, method, customer)
}

/** As `attach`, for a card that has just paid or been set up. */
export function attachQuietly(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  const attached = { ...method, customer }
  keep(world, 'payment_method', attached)
  emit(world, 'payment_method.attached', attached)
  return attached
}
