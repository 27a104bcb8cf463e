// The tax on top of a price for one payer, as Stripe will put it on the first invoice.
import { stripeErrorCode, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { customerOf } from '../customer.ts'
import type { BillingDeps } from '../store.ts'
import { taxOn } from './tax-rules.ts'

type Priced = { payerId: string; stripePriceId: string; priceInCents: number }

/** US cents per month; null while `STRIPE_TAX` is off. Throws what `quoteTax` throws. */
export const taxOf = async (deps: BillingDeps, priced: Priced): Promise<number | null> =>
  deps.config.payments.isTaxed ? await quoteTax(deps, priced) : null

/**
 * US cents per month. Nothing is charged or stored. Throws `billing_address_required`, `tax_unavailable` if Stripe can't
 * calculate it, and errors of the SDK without an answer.
 */
export async function quoteTax(
  deps: BillingDeps,
  { payerId, stripePriceId, priceInCents }: Priced,
): Promise<number> {
  const customer = await customerOf(deps, payerId)
  const preview = await deps.stripe.invoices
    .createPreview({
      customer,
      automatic_tax: { enabled: true },
      subscription_details: { items: [{ price: stripePriceId }] },
    })
    .catch((error: unknown) => {
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

/** Throws the problem of an error about tax or the address; returns for any other. */
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
