// A price as it is typed: read to the cent without arithmetic on fractions, or what is wrong with it.
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { exactPrice, price } from '#shared/rules/money.ts'

export const PRICE_RANGE = `From ${price(SUBSCRIPTION_PRICE_MIN_IN_CENTS)} to ${price(SUBSCRIPTION_PRICE_MAX_IN_CENTS)}.`

export type TypedPrice =
  | { cents: number; problem?: undefined }
  /** `isFinal`: typing on does not help, as it does from "1" to "12". */
  | { cents?: undefined; problem: string; isFinal: boolean }

/** "9.5" is 950 cents. A comma may stand for the point, as on many keyboards; thousands can't be meant here. */
export function parsePrice(typed: string): TypedPrice {
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

/** What stands in the field before anything is typed: "12.00". */
export const priceInputText = (cents: number): string => (cents / 100).toFixed(2)
