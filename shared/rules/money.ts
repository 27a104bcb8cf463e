// Prices as people read them, and the split between creator and platform. Money is integer US cents.

/** "$6" or "$9.50": cents are shown only when there are any. */
export function price(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}

const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$6.00": always with cents. */
export const exactPrice = (cents: number): string => EXACT.format(cents / 100)

/**
 * How a price is shared: the platform's fee, half a cent rounded up, and what is left for the creator, so that both
 * always add up to the price. `feePercent` is Stripe's `application_fee_percent` (answer 1). US cents.
 */
export function splitOf(
  priceInCents: number,
  feePercent: number,
): { creatorShareInCents: number; platformFeeInCents: number } {
  const platformFeeInCents = Math.floor((priceInCents * feePercent + 50) / 100)
  return { platformFeeInCents, creatorShareInCents: priceInCents - platformFeeInCents }
}
