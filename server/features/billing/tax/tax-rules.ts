// Pure rules of tax: reads the tax from an invoice, and calculates the fee that leaves the tax with the platform.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { feePercentOf } from '#shared/rules/tax.ts'

/** The tax on top of an invoice's prices, in US cents; null if Stripe calculates none or hasn't calculated it yet. */
export function taxOn({
  automatic_tax: { enabled, status },
  total_taxes: taxes,
}: Stripe.Invoice): number | null {
  if (!enabled || status !== 'complete') return null
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** The platform's fee including the tax: the operator remits the tax, so the creator gets a share of the price only. */
export const feeWithTax = (priceInCents: number, feePercent: number, taxInCents: number): number =>
  splitPrice(priceInCents, feePercent).platformFeeInCents + taxInCents

/**
 * The value of `application_fee_percent`: without tax, the fee's percentage of the price; with tax, the percentage of
 * the total that leaves the tax with the platform.
 */
export const applicationFeePercent = (
  priceInCents: number,
  feePercent: number,
  taxInCents: number | null,
): number =>
  taxInCents === null
    ? feePercent
    : feePercentOf(priceInCents + taxInCents, feeWithTax(priceInCents, feePercent, taxInCents))

type Sold = { feePercent: number; taxInCents: number | null }
type Charged = { stripeInvoiceId: string; amountInCents: number; taxInCents: number; feeInCents: number }

/**
 * Logs a renewal whose tax had changed but whose fee wasn't set within the hour because no server was running: the
 * creator holds some of the tax, or got too little. A difference of up to one cent is rounding: above $100, Stripe's
 * two decimals are too coarse.
 */
export function logWrongFee(log: Deps['log'], sold: Sold, payment: Charged): void {
  const { stripeInvoiceId, amountInCents, taxInCents, feeInCents } = payment
  if (sold.taxInCents === null) return
  const held = feeWithTax(amountInCents - taxInCents, sold.feePercent, taxInCents) - feeInCents
  if (Math.abs(held) > 1)
    log.error(
      { event: 'tax_failed', invoice: stripeInvoiceId, heldInCents: held },
      'a payment was split with an outdated tax amount',
    )
}
