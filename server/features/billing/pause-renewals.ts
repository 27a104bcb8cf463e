// Pauses renewals while a creator can't be paid, and resumes them afterwards, each subscription in a job of its own.
import type Stripe from 'stripe'
import { findOrCreate } from '#server/adapters/stripe.ts'
import { factsOf, idOf, isLive } from './rules.ts'
import { subscriptionsToPauseOrResume } from './store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'
import { voidUnpaid } from './void-unpaid.ts'

/**
 * Pauses a subscription whose creator can't be paid, or resumes it when they can be again. An attempt that was never paid
 * is taken back. Throws errors of the SDK.
 */
export async function pauseOrResume(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const row = await subscriptionsToPauseOrResume(deps.db)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row?.stripeSubscriptionId) return
  const { stripeSubscriptionId, pausedFrom } = row
  const there = await deps.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] })
  if (there.status === 'incomplete') await voidUnpaid(deps, there)
  else if (isLive(there.status) && pausedFrom === null) await pause(deps, there)
  else if (isLive(there.status) && there.pause_collection !== null)
    await resume(deps, there, pausedFrom !== null && pausedFrom <= deps.clock.now())
  await syncBillingRecord(deps, stripeSubscriptionId)
}

/**
 * Stripe voids the invoices of the periods that follow. One that was made before goes its way unless it is stopped: a
 * draft becomes final after an hour, and an open one is tried again
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
async function pause(deps: BillingDeps, { id, latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
  const { stripe } = deps
  const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  if (typeof invoice !== 'object' || !invoice) return
  if (invoice.status === 'draft') await stripe.invoices.update(invoice.id, { auto_advance: false })
  if (invoice.status === 'open') await voidUnpaid(deps, paused)
}

/**
 * A subscription whose paid period is still running goes on as it was. After that a new period begins now and is charged
 * now: nobody pays for the days without access. That call goes by the name of the invoice it follows, so that nobody is
 * charged twice. One that was to end by then ends instead.
 */
async function resume({ stripe }: BillingDeps, paused: Stripe.Subscription, hasLapsed: boolean): Promise<void> {
  const { id, latest_invoice: invoice } = paused
  if (!hasLapsed) {
    await stripe.subscriptions.update(id, { pause_collection: '' })
    return
  }
  if (factsOf(paused).endsAt !== null) {
    await stripe.subscriptions.cancel(id)
    return
  }
  await findOrCreate(
    `resume:${id}:${idOf(invoice)}`,
    async () => {
      const there = await stripe.subscriptions.retrieve(id)
      return there.pause_collection === null ? there : null
    },
    (options) =>
      stripe.subscriptions.update(
        id,
        { pause_collection: '', billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' },
        options,
      ),
  )
}
