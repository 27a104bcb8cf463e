// Stores a subscription's state at Stripe, and enqueues the consequences of a change.
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Selectable, Transaction } from 'kysely'
import { notify } from '#server/db/notify.ts'
import type { DB, Subscriptions } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue, enqueuePolled } from '#server/jobs/enqueue.ts'
import { enqueueCancellation, enqueuePauseOrResume } from './enqueue-renewal-changes.ts'
import { splitPrice } from '#shared/rules/money.ts'
import { emailStateChange } from '../notices/email-state-changes.ts'
import { isPaying, type StripeState, unpaidAccessEndsAt } from '../rules.ts'
import { type Kind, subscriptionsToCancel, subscriptionsToPauseOrResume } from '../store.ts'

export type Trx = Transaction<DB>
/** A row and the revision it had before the call to Stripe. */
export type StoredRow = { kind: Kind; id: string; revision: number }
export type StateChange = StoredRow & { stripeSubscriptionId: string; state: StripeState }

/** False when another sync has written the row since it was read. */
export async function saveSubscriptionState(
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { id, revision, stripeSubscriptionId, state: atStripe }: StateChange,
): Promise<boolean> {
  const now = clock.now()
  const before = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .where('revision', '=', revision)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return false
  const state = {
    ...atStripe,
    pausedFrom: pausedFromOf(atStripe, before.pausedFrom),
    taxInCents: atStripe.taxInCents === undefined ? before.taxInCents : atStripe.taxInCents,
  }
  const isChanged = Object.entries(state).some(
    ([name, value]) => !isSame(before[name as keyof typeof state], value),
  )
  const isNewlyEnded = state.endedBy === 'creator' && before.endedBy !== 'creator'
  await trx
    .updateTable('subscriptions')
    .set({
      ...state,
      stripeSubscriptionId,
      revision: revision + 1,
      checkedAt: now,
      ...(isChanged && { updatedAt: now }),
      // An earlier cancellation was undone, so this one gets an email of its own.
      ...(isNewlyEnded && { endEmailedAt: null }),
    })
    .where('id', '=', id)
    .execute()
  if (!isChanged) return true
  // Someone who paid as the creator left, or who undid the cancellation in the portal, would keep paying for nothing.
  const shouldCancel = await subscriptionsToCancel(trx, now).where('s.id', '=', id).executeTakeFirst()
  if (shouldCancel && state.status !== 'incomplete') await enqueueCancellation(trx, id)
  if (await subscriptionsToPauseOrResume(trx, now).where('s.id', '=', id).executeTakeFirst())
    await enqueuePauseOrResume(trx, id)
  const graceDays = config.pastDueGraceDays
  const { subscriberId, creatorId } = before
  const paysNow = isPaying({ ...before, ...state }, now, graceDays)
  await enqueueTimelineChange(trx, before, isPaying(before, now, graceDays), paysNow)
  const end = unpaidAccessEndsAt(state, graceDays)
  if (end && end > now && !isSame(unpaidAccessEndsAt(before, graceDays), end))
    await enqueueGraceEnd(trx, stripeSubscriptionId, end)
  if ((before.pausedFrom === null) !== (state.pausedFrom === null))
    await enqueuePolled(trx, 'email_renewal_pause', { subscriptionId: id })
  if (isNewlyEnded) await enqueuePolled(trx, 'email_cancellation', { subscriptionId: id })
  await alertBoth(trx, { clock, config }, before, state)
  const bill = { ...before, kind: 'subscription', payerId: subscriberId } as const
  await emailStateChange(trx, { clock, config }, bill, before, state)
  await notify(trx, [subscriberId], 'subscriptions')
  await notify(trx, [creatorId], 'revenue')
  return true
}

/** Alerts the creator to a new subscriber, once for each subscription, and the subscriber to each failed renewal. */
async function alertBoth(
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  before: Pick<
    Selectable<Subscriptions>,
    'id' | 'subscriberId' | 'creatorId' | 'status' | 'priceInCents' | 'feePercent'
  >,
  state: StripeState,
): Promise<void> {
  const { id, subscriberId, creatorId, priceInCents, feePercent } = before
  if (state.status === 'active' && before.status !== 'active')
    await addAlerts(trx, clock, {
      kind: 'subscriber',
      personIds: [creatorId],
      cause: id,
      actorId: subscriberId,
      facts: { priceInCents, shareInCents: splitPrice(priceInCents, feePercent).creatorShareInCents },
    })
  if (state.status === 'past_due' && before.status !== 'past_due')
    await addAlerts(trx, clock, {
      kind: 'payment',
      personIds: [subscriberId],
      cause: `${id} ${state.currentPeriodStart?.toISOString()}`,
      actorId: creatorId,
      facts: { accessUntil: unpaidAccessEndsAt(state, config.pastDueGraceDays)?.toISOString() ?? null },
    })
}

/** Unpaid periods pass while renewals are paused. Access ended before the first of them and stays ended. */
function pausedFromOf({ pausedFrom, currentPeriodStart }: StripeState, before: Date | null): Date | null {
  const isUnpaid = isSame(pausedFrom, currentPeriodStart)
  return isUnpaid && pausedFrom && before && before < pausedFrom ? before : pausedFrom
}

/** A new subscriber's feed shows the creator's premium signals; a former subscriber's doesn't. */
export async function enqueueTimelineChange(
  trx: Trx,
  { subscriberId, creatorId }: { subscriberId: string; creatorId: string },
  paid: boolean,
  pays: boolean,
): Promise<void> {
  if (paid !== pays)
    await enqueuePolled(trx, pays ? 'fill_timeline' : 'tidy_timeline', {
      viewerId: subscriberId,
      authorId: creatorId,
    })
}

/** One job per subscription; a new date replaces the old one. */
export const enqueueGraceEnd = (trx: Trx, stripeSubscriptionId: string, runAt: Date): Promise<void> =>
  enqueue(trx, 'end_grace_period', { stripeSubscriptionId }, { runAt, key: `grace ${stripeSubscriptionId}` })

/** Compares dates by their time, and everything else by identity. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
