// Formats prices and splits them between creator and platform. Money is integer US cents.

/** "$6" or "$9.50": cents only if there are any. US cents. */
export function price(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}

const EXACT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$6.00": always with cents. US cents. */
export const exactPrice = (cents: number): string => EXACT.format(cents / 100)

const DAY_MS = 86_400_000

/** The part of a payment for the whole days that are left of its period, rounded up to the cent. US cents. */
export function unusedPart(
  amountInCents: number,
  { periodStart, periodEnd, at }: { periodStart: Date; periodEnd: Date; at: Date },
): { unusedDays: number; periodDays: number; partInCents: number } {
  const periodDays = Math.max(1, Math.round((periodEnd.getTime() - periodStart.getTime()) / DAY_MS))
  const left = Math.floor((periodEnd.getTime() - at.getTime()) / DAY_MS)
  const unusedDays = Math.min(periodDays, Math.max(0, left))
  return { unusedDays, periodDays, partInCents: Math.ceil((amountInCents * unusedDays) / periodDays) }
}

/**
 * Splits a price into the platform's fee, with half cents rounded up, and the creator's share, which is the rest. They
 * always add up to the price. `feePercent` is Stripe's `application_fee_percent` (spec answer 1). US cents.
 */
export function splitPrice(
  priceInCents: number,
  feePercent: number,
): { creatorShareInCents: number; platformFeeInCents: number } {
  const platformFeeInCents = Math.floor((priceInCents * feePercent + 50) / 100)
  return { platformFeeInCents, creatorShareInCents: priceInCents - platformFeeInCents }
}
