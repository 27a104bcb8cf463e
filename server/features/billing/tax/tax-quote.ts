// The tax on top of a price for one payer, as Stripe will put it on the first invoice.
import type Stripe from 'stripe'
import { stripeErrorCode, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { customerOf } from '../customer.ts'
import type { BillingDeps } from '../store.ts'
import { taxOn } from './tax-rules.ts'

type Priced = { payerId: string; stripePriceId: string; priceInCents: number }

/**
 * The tax on a price that is offered now, in US cents per month; null while `STRIPE_TAX` is off. Throws what `quoteTax`
 * throws.
 */
export async function taxOf(
  deps: BillingDeps,
  { payerId, stripePriceId, priceInCents }: Priced,
): Promise<number | null> {
  if (!deps.config.payments.isTaxed) return null
  return await quoteTax(deps, priceInCents, {
    customer: await customerOf(deps, payerId),
    automatic_tax: { enabled: true },
    subscription_details: { items: [{ price: stripePriceId }] },
  })
}

/**
 * The tax on the next month of a subscription with tax, whose price may no longer be offered. Throws what `quoteTax`
 * throws.
 */
export const taxOfNextMonth = (
  deps: BillingDeps,
  { stripeSubscriptionId, priceInCents }: { stripeSubscriptionId: string; priceInCents: number },
): Promise<number> => quoteTax(deps, priceInCents, { subscription: stripeSubscriptionId })

/**
 * The tax in US cents per month. Nothing is charged or stored. Throws `billing_address_required`, `tax_unavailable` if
 * Stripe can't calculate it, and errors of the SDK if Stripe doesn't respond.
 */
async function quoteTax(
  deps: BillingDeps,
  priceInCents: number,
  params: Stripe.InvoiceCreatePreviewParams,
): Promise<number> {
  const preview = await deps.stripe.invoices.createPreview(params).catch((error: unknown) => {
    throwTaxProblem(deps, error)
    throw error
  })
  if (preview.automatic_tax.status === 'requires_location_inputs')
    throw new Problem('billing_address_required')
  const taxInCents = taxOn(preview)
  if (taxInCents !== null && preview.total === priceInCents + taxInCents) return taxInCents
  deps.log.error(
    { event: 'tax_failed', error: `status ${preview.automatic_tax.status}, total ${preview.total}` },
    'Stripe did not calculate a tax on top of the price',
  )
  throw new Problem('tax_unavailable', { retryAfterSeconds: 30 })
}

/** Throws a `Problem` for an error about tax or the address; returns for any other error. */
export function throwTaxProblem({ log }: Pick<BillingDeps, 'log'>, error: unknown): void {
  const code = stripeErrorCode(error)
  if (code === 'customer_tax_location_invalid') throw new Problem('billing_address_required')
  if (
    stripeErrorKind(error) !== 'refused' ||
    (code !== 'taxes_calculation_failed' && code !== 'stripe_tax_inactive')
  )
    return
  log.error({ event: 'tax_failed', error: stripeErrorMessage(error) }, 'Stripe can’t calculate taxes')
  throw new Problem('tax_unavailable', { retryAfterSeconds: 30 })
}
