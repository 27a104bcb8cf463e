// Job: pauses one subscription's renewals while its creator can't be paid, and resumes them afterwards.
import type Stripe from 'stripe'
import { findOrCreate } from '#server/adapters/stripe.ts'
import { idOf, isLive, stateAtStripe } from '../rules.ts'
import { type BillingDeps, subscriptionsToPauseOrResume } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { taxOfNextMonth } from '../tax/tax-quote.ts'
import { applicationFeePercent } from '../tax/tax-rules.ts'
import { voidUnpaid } from '../void-unpaid.ts'

/** Voids an attempt that was never paid. Throws errors of the SDK. */
export async function pauseOrResume(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const row = await subscriptionsToPauseOrResume(deps.db, deps.clock.now())
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row?.stripeSubscriptionId) return
  const { stripeSubscriptionId, pausedFrom } = row
  const subscription = await deps.stripe.subscriptions.retrieve(stripeSubscriptionId, {
    expand: ['latest_invoice'],
  })
  if (subscription.status === 'incomplete') await voidUnpaid(deps, subscription)
  else if (isLive(subscription.status) && pausedFrom === null) await pause(deps, subscription)
  else if (isLive(subscription.status) && subscription.pause_collection !== null)
    await resume(deps, subscriptionId, subscription, pausedFrom !== null && pausedFrom <= deps.clock.now())
  await syncBillingRecord(deps, stripeSubscriptionId)
}

/**
 * Stripe voids the invoices of later periods, but still collects an invoice that exists already: it finalizes a draft
 * after an hour and retries an open one (https://docs.stripe.com/billing/subscriptions/pause-payment). So those stop
 * here.
 */
async function pause(deps: BillingDeps, { id, latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
  const { stripe } = deps
  const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  if (typeof invoice !== 'object' || !invoice) return
  if (invoice.status === 'draft') await stripe.invoices.update(invoice.id, { auto_advance: false })
  if (invoice.status === 'open') await voidUnpaid(deps, paused)
}

/**
 * Within the paid period nothing else changes. After it (`hasLapsed`) a new period begins and is charged now, so nobody
 * pays for days without access. The idempotency key names the invoice before it, so nobody is charged twice. A
 * subscription that was canceled in the meantime ends instead.
 */
async function resume(
  deps: BillingDeps,
  subscriptionId: string,
  paused: Stripe.Subscription,
  hasLapsed: boolean,
): Promise<void> {
  const { stripe } = deps
  const { id, latest_invoice: invoice } = paused
  if (!hasLapsed) {
    await stripe.subscriptions.update(id, { pause_collection: '' })
    return
  }
  if (stateAtStripe(paused).endsAt !== null) {
    await stripe.subscriptions.cancel(id)
    return
  }
  const fee = await feeOfNextInvoice(deps, subscriptionId, paused)
  await findOrCreate(
    `resume:${id}:${idOf(invoice)}`,
    async () => {
      const subscription = await stripe.subscriptions.retrieve(id)
      return subscription.pause_collection === null ? subscription : null
    },
    (options) =>
      stripe.subscriptions.update(
        id,
        { pause_collection: '', billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none', ...fee },
        options,
      ),
  )
}

/**
 * A new period's invoice is charged at once, without an hour as a draft, so its fee is set before. Throws
 * `billing_address_required` and `tax_unavailable`, and the job is retried.
 */
async function feeOfNextInvoice(
  deps: BillingDeps,
  subscriptionId: string,
  { id, automatic_tax: { enabled } }: Stripe.Subscription,
): Promise<{ application_fee_percent?: number }> {
  if (!enabled) return {}
  const { priceInCents, feePercent } = await deps.db
    .selectFrom('subscriptions')
    .select(['priceInCents', 'feePercent'])
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const taxInCents = await taxOfNextMonth(deps, { stripeSubscriptionId: id, priceInCents })
  return { application_fee_percent: applicationFeePercent(priceInCents, feePercent, taxInCents) }
}
