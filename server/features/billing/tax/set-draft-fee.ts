// Sets the fee of a renewal whose tax has changed, during the hour in which Stripe keeps its invoice as a draft.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { feeAt } from '#shared/rules/tax.ts'
import type { BillingDeps } from '../store.ts'
import { feeWithTax, taxOn } from './tax-rules.ts'

/** Metadata of an invoice: the fee that was set for it. Stripe doesn't return the fee itself. */
const FEE = 'application_fee'

/**
 * This is needed because the subscription's fee percentage was calculated for the tax of its first month. Repeating it
 * changes nothing. `subscription` is expanded with `latest_invoice`.
 */
export async function setDraftFee(
  { db, stripe }: Pick<BillingDeps, 'db' | 'stripe'>,
  subscriptionId: string,
  { latest_invoice: invoice, application_fee_percent: percent }: Stripe.Subscription,
): Promise<void> {
  if (typeof invoice !== 'object' || invoice?.status !== 'draft' || percent === null) return
  const taxInCents = taxOn(invoice)
  if (taxInCents === null) return
  const { feePercent } = await db
    .selectFrom('subscriptions')
    .select('feePercent')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const fee = feeWithTax(invoice.total - taxInCents, feePercent, taxInCents)
  const known = invoice.metadata?.[FEE]
  if (known === undefined ? feeAt(invoice.total, percent) === fee : known === String(fee)) return
  try {
    await stripe.invoices.update(invoice.id, {
      application_fee_amount: fee,
      metadata: { [FEE]: String(fee) },
    })
  } catch (error) {
    // Stripe finalized it a moment ago.
    if (stripeErrorKind(error) !== 'refused') throw error
  }
}
