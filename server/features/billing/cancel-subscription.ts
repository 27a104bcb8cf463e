// Ends subscriptions and plans with their paid period, and takes that back; what was never paid ends at once (answer 6).
import { withTimeout, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { isDisputedPlan } from './handle-dispute.ts'
import { CREATOR_ENDED, factsOf, isLive } from './rules.ts'
import { type Kind, TABLES, subscriptionsToCancel } from './store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'
import { voidUnpaid } from './void-unpaid.ts'

type Bill = { id: string; kind: Kind; status: string; stripeSubscriptionId: string | null }

/**
 * `comment` is for an end that the payer did not ask for: it stays beside the cancellation at Stripe, and takes nothing
 * from an end that was decided before. Throws `subscription_ended` and `payments_unavailable`.
 */
export async function cancelAtPeriodEnd(deps: BillingDeps, bill: Bill, comment = ''): Promise<void> {
  if (!isLive(bill.status)) throw new Problem('subscription_ended')
  await change(deps, bill, async (stripeSubscriptionId) => {
    const { subscriptions } = deps.stripe
    const there = await subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] })
    if (there.status === 'incomplete') {
      await voidUnpaid(deps, there)
      // Paid a moment ago, and the news has not arrived yet: it ends with the month that was paid for.
      if (!isLive((await subscriptions.retrieve(stripeSubscriptionId)).status)) return
    }
    const { endsAt, pausedFrom } = factsOf(there)
    if (comment !== '' && endsAt !== null) return
    // No paid period is left whose end could be waited for.
    if (pausedFrom !== null && pausedFrom <= deps.clock.now()) {
      await subscriptions.cancel(stripeSubscriptionId, { cancellation_details: { comment } })
      return
    }
    await subscriptions.update(stripeSubscriptionId, {
      cancel_at_period_end: true,
      cancellation_details: { comment },
    })
  })
}

/** Throws `subscription_ended` and `payments_unavailable`. */
export async function undoCancellation(
  deps: BillingDeps,
  bill: Bill,
  destination: string | null = null,
): Promise<void> {
  if (!isLive(bill.status) || bill.status === 'incomplete') throw new Problem('subscription_ended')
  await change(deps, bill, async (stripeSubscriptionId) => {
    const there = await deps.stripe.subscriptions.retrieve(stripeSubscriptionId)
    if (await isDisputedPlan(deps, there))
      throw new Problem('subscription_ended', {
        message: 'A payment of Creator Mode is disputed, so it ends with the paid period.',
      })
    await deps.stripe.subscriptions.update(stripeSubscriptionId, {
      // The billing portal sets a moment instead of the flag, and Stripe takes only one of them in a call.
      ...(there.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }),
      cancellation_details: { comment: '' },
      // The creator's account may be another one by now.
      ...(destination !== null && { transfer_data: { destination } }),
    })
  })
}

async function change(
  deps: BillingDeps,
  { id, kind, stripeSubscriptionId }: Bill,
  act: (stripeSubscriptionId: string) => Promise<void>,
): Promise<void> {
  const log = (error: unknown) =>
    deps.log.error({ error: stripeErrorMessage(error), id }, 'a change did not reach Stripe')
  if (stripeSubscriptionId === null) {
    // Stripe was never told of it, or its answer was lost and nobody can pay it.
    await deps.db
      .updateTable(TABLES[kind])
      .set({ status: 'incomplete_expired', updatedAt: deps.clock.now() })
      .where('id', '=', id)
      .where('stripeSubscriptionId', 'is', null)
      .execute()
    return
  }
  await withTimeout(async () => {
    try {
      await act(stripeSubscriptionId)
    } catch (error) {
      // It ended over there a moment ago: the sync below finds out, and the caller is told.
      if (stripeErrorKind(error) === 'unsure' || stripeErrorKind(error) === null) throw error
      const synced = await syncBillingRecord(deps, stripeSubscriptionId)
      throw synced && !isLive(synced.subscription.status) ? new Problem('subscription_ended') : error
    }
    await syncBillingRecord(deps, stripeSubscriptionId)
  }, log)
}

/**
 * Ends a subscription with its paid period when its creator offers none any more, or has another payout account; that to
 * a creator who is back by now goes on. Throws `payments_unavailable`.
 */
export async function cancelUnserved(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const row = await subscriptionsToCancel(deps.db, deps.clock.now())
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row) return
  try {
    await cancelAtPeriodEnd(deps, { ...row, kind: 'subscription' }, CREATOR_ENDED)
  } catch (error) {
    // Its subscriber was quicker.
    if (!(error instanceof Problem && error.code === 'subscription_ended')) throw error
  }
}
