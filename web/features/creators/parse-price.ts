// Parses a typed price into cents without arithmetic on fractions, or says why it isn't valid.
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { exactPrice } from '#shared/rules/money.ts'

type ParsedPrice =
  | { cents: number; problem?: undefined }
  /** `isFinal`: more typing can't fix it, as it can for "1" on the way to "12". */
  | { cents?: undefined; problem: string; isFinal: boolean }

/**
 * "9.5" is 950 cents. A comma counts as a decimal point: no price is high enough for a thousands separator.
 */
export function parsePrice(typed: string): ParsedPrice {
  const [, whole = '', fraction = ''] = /^\$?\s*(\d*)(?:[.,](\d*))?$/.exec(typed.trim()) ?? []
  const isNumber = whole !== '' || fraction !== ''
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  if (!isNumber || cents < SUBSCRIPTION_PRICE_MIN_IN_CENTS)
    return {
      problem: `Subscription price must be at least ${exactPrice(SUBSCRIPTION_PRICE_MIN_IN_CENTS)}`,
      isFinal: !isNumber && typed.trim() !== '' && typed.trim() !== '$',
    }
  const isAbove = cents > SUBSCRIPTION_PRICE_MAX_IN_CENTS
  if (isAbove || (cents === SUBSCRIPTION_PRICE_MAX_IN_CENTS && /[1-9]/.test(fraction)))
    return {
      problem: `Subscription price can be at most ${exactPrice(SUBSCRIPTION_PRICE_MAX_IN_CENTS)}`,
      isFinal: true,
    }
  if (fraction.length > 2)
    return { problem: 'Subscription price can have at most two decimals', isFinal: true }
  return { cents }
}

/** The input's initial text: "12.00". */
export const priceInputText = (cents: number): string => (cents / 100).toFixed(2)
