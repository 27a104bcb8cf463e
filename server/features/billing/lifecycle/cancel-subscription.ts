// Cancels subscriptions and plans at the end of their paid period, and undoes it; unpaid ones end at once (spec answer
// 6).
import { withTimeout, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { isDisputedPlan } from '../sync/handle-dispute.ts'
import { CREATOR_ENDED, isLive, stateAtStripe } from '../rules.ts'
import { type BillingDeps, type Kind, subscriptionsToCancel, TABLES } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { voidUnpaid } from '../void-unpaid.ts'

type Bill = { id: string; kind: Kind; status: SubscriptionStatus; stripeSubscriptionId: string | null }

/**
 * `comment` says who cancels, if not the payer. It is stored with the cancellation at Stripe, and an earlier
 * cancellation stays as it is. Throws `subscription_ended` and `payments_unavailable`.
 */
export async function cancelAtPeriodEnd(deps: BillingDeps, bill: Bill, comment = ''): Promise<void> {
  if (!isLive(bill.status)) throw new Problem('subscription_ended')
  await changeAtStripe(deps, bill, async (stripeSubscriptionId) => {
    const { subscriptions } = deps.stripe
    const subscription = await subscriptions.retrieve(stripeSubscriptionId, { expand: ['latest_invoice'] })
    if (subscription.status === 'incomplete') {
      await voidUnpaid(deps, subscription)
      // If it was just paid and the webhook has not arrived yet, it ends with the paid month.
      if (!isLive((await subscriptions.retrieve(stripeSubscriptionId)).status)) return
    }
    const { endsAt, pausedFrom } = stateAtStripe(subscription)
    if (comment !== '' && endsAt !== null) return
    // No paid period is left to wait for.
    if (pausedFrom !== null && pausedFrom <= deps.clock.now()) {
      await subscriptions.cancel(stripeSubscriptionId, { cancellation_details: { comment } })
      return
    }
    // The sync that follows ends an overdue one at once (`settleOverdue`).
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
  await changeAtStripe(deps, bill, async (stripeSubscriptionId) => {
    const subscription = await deps.stripe.subscriptions.retrieve(stripeSubscriptionId)
    if (await isDisputedPlan(deps, subscription))
      throw new Problem('subscription_ended', {
        message: 'A payment of Creator Mode is disputed, so it ends with the paid period.',
      })
    await deps.stripe.subscriptions.update(stripeSubscriptionId, {
      // The billing portal sets `cancel_at` instead of the flag, and Stripe accepts only one of them in a call.
      ...(subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }),
      cancellation_details: { comment: '' },
      // The creator may have another payout account by now.
      ...(destination !== null && { transfer_data: { destination } }),
    })
  })
}

async function changeAtStripe(
  deps: BillingDeps,
  { id, kind, stripeSubscriptionId: known }: Bill,
  act: (stripeSubscriptionId: string) => Promise<void>,
): Promise<void> {
  const log = (error: unknown) =>
    deps.log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error), id },
      'failed to change a subscription at Stripe',
    )
  const stripeSubscriptionId = known ?? (await expireUnknown(deps, { id, kind }))
  if (stripeSubscriptionId === null) return
  await withTimeout(changeAndSync(deps, stripeSubscriptionId, act(stripeSubscriptionId)), log)
}

/**
 * Expires an attempt that Stripe never received, or whose response was lost: nobody can pay it. Resolves with its id at
 * Stripe if a webhook has delivered it in the meantime, because then it can still be paid.
 */
async function expireUnknown({ db, clock }: BillingDeps, { id, kind }: Pick<Bill, 'id' | 'kind'>) {
  const expired = await db
    .updateTable(TABLES[kind])
    .set({ status: 'incomplete_expired', updatedAt: clock.now() })
    .where('id', '=', id)
    .where('stripeSubscriptionId', 'is', null)
    .executeTakeFirst()
  if (expired.numUpdatedRows > 0n) return null
  const row = await db
    .selectFrom(TABLES[kind])
    .select('stripeSubscriptionId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.stripeSubscriptionId ?? null
}

async function changeAndSync(
  deps: BillingDeps,
  stripeSubscriptionId: string,
  change: Promise<void>,
): Promise<void> {
  try {
    await change
  } catch (error) {
    // Stripe refuses a subscription that ended a moment ago. The sync stores that, and the caller gets
    // `subscription_ended`.
    if (stripeErrorKind(error) === 'unsure' || stripeErrorKind(error) === null) throw error
    const synced = await syncBillingRecord(deps, stripeSubscriptionId)
    throw synced && !isLive(synced.subscription.status) ? new Problem('subscription_ended') : error
  }
  await syncBillingRecord(deps, stripeSubscriptionId)
}

/**
 * Cancels a subscription whose creator no longer offers one, or has another payout account. If the creator is back by
 * now, nothing happens. Throws `payments_unavailable`.
 */
export async function cancelDiscontinued(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const row = await subscriptionsToCancel(deps.db, deps.clock.now())
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row) return
  try {
    await cancelAtPeriodEnd(deps, { ...row, kind: 'subscription' }, CREATOR_ENDED)
  } catch (error) {
    // The subscriber canceled first.
    if (!(error instanceof Problem && error.code === 'subscription_ended')) throw error
  }
}
