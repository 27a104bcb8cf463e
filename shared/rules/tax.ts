// Tax on top of prices: the part of a refund, and the fee that keeps it with the platform. Money is integer US cents.

/**
 * The tax in a part of a payment, half cents rounded up. For several parts, the tax of the next one is the difference between
 * the sums, so that all of them add up to the payment's tax.
 */
export const taxPart = (taxInCents: number, partInCents: number, amountInCents: number): number =>
  amountInCents === 0 ? 0 : Math.floor((2 * taxInCents * partInCents + amountInCents) / (2 * amountInCents))

/** The tax in a refund of a payment. `refundedInCents`: what was refunded before. */
export const taxOfRefund = (
  { amountInCents, taxInCents }: { amountInCents: number; taxInCents: number },
  refundedInCents: number,
  refundInCents: number,
): number =>
  taxPart(taxInCents, refundedInCents + refundInCents, amountInCents) -
  taxPart(taxInCents, refundedInCents, amountInCents)

/** Stripe's percentages have two decimals. */
const PARTS = 10_000

/**
 * The percentage of a total from which Stripe calculates this fee. Up to $100 there is one for each cent, and it is never at half
 * a cent, so Stripe's rounding doesn't matter. Above that, the fee may be up to one cent lower.
 */
export function feePercentOf(totalInCents: number, feeInCents: number): number {
  if (totalInCents === 0) return 0
  const nearest = Math.round((feeInCents * PARTS) / totalInCents)
  const parts = feeAt(totalInCents, nearest / 100) > feeInCents ? nearest - 1 : nearest
  return parts / 100
}

/** What Stripe takes of a total at this percentage. */
export const feeAt = (totalInCents: number, percent: number): number =>
  Math.floor((totalInCents * Math.round(percent * 100)) / PARTS + 0.5)
