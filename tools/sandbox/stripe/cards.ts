// Stripe's test cards and how they behave. Card numbers are never stored.
import { createHash } from 'node:crypto'
import { nowMs } from './clock.ts'
import { cardError, StripeProblem } from './errors.ts'

/** How a card behaves when it is charged. */
export type Behavior =
  | 'pays'
  | 'declines_generic'
  | 'declines_insufficient_funds'
  | 'declines_lost'
  | 'declines_stolen'
  | 'declines_expired'
  | 'declines_cvc'
  | 'declines_processing'
  | 'declines_live_card'
  | 'attaches_then_declines'
  | 'asks_unless_set_up'
  | 'asks_always'
  | 'asks'
  | 'disputes'
  | 'warns_of_fraud'

export type TestCard = { brand: Brand; behavior: Behavior; funding?: 'credit' | 'debit' }
type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'

const visa = (behavior: Behavior): TestCard => ({ brand: 'visa', behavior })

/** https://docs.stripe.com/testing */
const CARDS = new Map<string, TestCard>([
  ['4242424242424242', visa('pays')],
  ['4000056655665556', { brand: 'visa', behavior: 'pays', funding: 'debit' }],
  ['5555555555554444', { brand: 'mastercard', behavior: 'pays' }],
  ['5200828282828210', { brand: 'mastercard', behavior: 'pays', funding: 'debit' }],
  ['378282246310005', { brand: 'amex', behavior: 'pays' }],
  ['6011111111111117', { brand: 'discover', behavior: 'pays' }],
  ['3056930009020004', { brand: 'diners', behavior: 'pays' }],
  ['3566002020360505', { brand: 'jcb', behavior: 'pays' }],
  ['6200000000000005', { brand: 'unionpay', behavior: 'pays' }],
  ['4000000000000077', visa('pays')],
  ['4000000000000002', visa('declines_generic')],
  ['4000000000009995', visa('declines_insufficient_funds')],
  ['4000000000009987', visa('declines_lost')],
  ['4000000000009979', visa('declines_stolen')],
  ['4000000000000069', visa('declines_expired')],
  ['4000000000000127', visa('declines_cvc')],
  ['4000000000000119', visa('declines_processing')],
  ['4000000000000341', visa('attaches_then_declines')],
  ['4000002500003155', visa('asks_unless_set_up')],
  ['4000002760003184', visa('asks_always')],
  ['4000000000003220', visa('asks')],
  ['4000000000000259', visa('disputes')],
  ['4000000000005423', visa('warns_of_fraud')],
])

/** Test ids accepted in place of a payment method, as in Stripe's test mode. */
const NAMED = new Map<string, string>([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_visa_debit', '4000056655665556'],
  ['pm_card_mastercard', '5555555555554444'],
  ['pm_card_amex', '378282246310005'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_visa_chargeDeclinedLostCard', '4000000000009987'],
  ['pm_card_visa_chargeDeclinedStolenCard', '4000000000009979'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['pm_card_chargeDeclinedProcessingError', '4000000000000119'],
  ['pm_card_chargeCustomerFail', '4000000000000341'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_threeDSecure2Required', '4000000000003220'],
  ['pm_card_createDispute', '4000000000000259'],
])
export const namedCard = (id: string): string | undefined => NAMED.get(id)

export type Decline = { code: string; message: string; decline_code?: string; advice_code: string | null }

const declined = (
  decline_code: string,
  advice_code: string,
  message = 'Your card was declined.',
): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
  advice_code,
})

const DECLINES: Partial<Record<Behavior, Decline>> = {
  declines_generic: declined('generic_decline', 'try_again_later'),
  declines_insufficient_funds: declined(
    'insufficient_funds',
    'try_again_later',
    'Your card has insufficient funds.',
  ),
  declines_lost: declined('lost_card', 'do_not_try_again'),
  declines_stolen: declined('stolen_card', 'do_not_try_again'),
  declines_expired: {
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    advice_code: 'do_not_try_again',
  },
  declines_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    advice_code: 'confirm_card_data',
  },
  declines_processing: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
  },
  declines_live_card: declined(
    'test_mode_live_card',
    'do_not_try_again',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  attaches_then_declines: declined('generic_decline', 'try_again_later'),
}

/** Why a charge is declined, or null. */
export const declineOf = (behavior: Behavior): Decline | null => DECLINES[behavior] ?? null
/** A card is valid through the month of its expiry, by the real clock: test cards last longer than test clocks. */
export const isExpired = ({ exp_month, exp_year }: { exp_month: number; exp_year: number }): boolean =>
  Date.UTC(exp_year, exp_month) <= nowMs()

/** Why a card can't be saved: its decline, except for the card that declines only later charges. */
export const declineOnSaving = (behavior: Behavior): Decline | null =>
  behavior === 'attaches_then_declines' ? null : declineOf(behavior)

export type CardInput = { number: string; exp_month: number; exp_year: number; cvc?: string | undefined }
export type ReadCard = TestCard & {
  last4: string
  fingerprint: string
  exp_month: number
  exp_year: number
  cvcGiven: boolean
}

/** Validates a card's number, expiry and security code. The number isn't kept; its fingerprint is the same each time, as at Stripe. */
export function readCard(input: CardInput): ReadCard {
  const number = input.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !hasCheckSum(number)) {
    throw invalidCard('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const found = CARDS.get(number) ?? { brand: brandOf(number), behavior: 'declines_live_card' as const }
  const year = input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year
  const today = new Date(nowMs())
  if (input.exp_month < 1 || input.exp_month > 12) {
    throw invalidCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw invalidCard('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (year === today.getUTCFullYear() && input.exp_month < today.getUTCMonth() + 1) {
    throw invalidCard('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const digits = found.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (input.cvc !== undefined && !digits.test(input.cvc)) {
    throw invalidCard('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  return {
    ...found,
    last4: number.slice(-4),
    fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
    exp_month: input.exp_month,
    exp_year: year,
    cvcGiven: input.cvc !== undefined,
  }
}

/** A validation error: Stripe returns 402 although it didn't contact a bank. */
function invalidCard(code: string, message: string, param: string): StripeProblem {
  const { status, body } = cardError({ code, message, param })
  return new StripeProblem(status, body)
}

/** Luhn checksum. */
export function hasCheckSum(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function brandOf(number: string): Brand {
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^6(011|5)/.test(number)) return 'discover'
  return 'visa'
}
