// Pure rules of tax: what an invoice says, and the fee that leaves the tax with the platform.
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { feePercentOf } from '#shared/rules/tax.ts'

/** The tax on top of an invoice's prices, in US cents; null if Stripe calculates none or has no answer yet. */
export function taxOn({
  automatic_tax: { enabled, status },
  total_taxes: taxes,
}: Stripe.Invoice): number | null {
  if (!enabled || status !== 'complete') return null
  return (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** The platform's fee of a price and its tax: the operator remits the tax, so the creator gets a share of the price alone. */
export const feeWithTax = (priceInCents: number, feePercent: number, taxInCents: number): number =>
  splitPrice(priceInCents, feePercent).platformFeeInCents + taxInCents

/** `application_fee_percent`: of the price; with tax, the percentage of the total that leaves the tax with the platform. */
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
 * A renewal whose tax had changed, while no server was there to set its fee within the hour: the creator holds some of the
 * tax, or got too little. Up to one cent is the price of Stripe's two decimals above $100.
 */
export function logWrongFee(log: Deps['log'], sold: Sold, payment: Charged): void {
  const { stripeInvoiceId, amountInCents, taxInCents, feeInCents } = payment
  if (sold.taxInCents === null) return
  const held = feeWithTax(amountInCents - taxInCents, sold.feePercent, taxInCents) - feeInCents
  if (Math.abs(held) > 1)
    log.error(
      { event: 'tax_failed', invoice: stripeInvoiceId, heldInCents: held },
      'a payment was divided by an earlier tax',
    )
}
