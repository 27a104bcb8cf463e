// Writes down how a subscription stands at Stripe, and sets going what follows from a change.
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { enqueueCancellation, enqueuePauseOrResume } from './enqueue-renewal-changes.ts'
import { type Facts, isPaying, unpaidAccessEndsAt } from './rules.ts'
import { subscriptionsToPauseOrResume, subscriptionsToCancel } from './store.ts'
import type { Trx, Write } from './sync-subscription.ts'

type Needs = Pick<Deps, 'clock' | 'config'>

/** False when the row was written by another sync since it was read. */
export async function saveSubscriptionState(
  trx: Trx,
  { clock, config }: Needs,
  { id, revision, stripeSubscriptionId, facts: atStripe }: Write,
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
  const facts = { ...atStripe, pausedFrom: pausedFromOf(atStripe, before.pausedFrom) }
  const changed = Object.entries(facts).some(
    ([name, value]) => !isSame(before[name as keyof typeof facts], value),
  )
  const isEndedNow = facts.endedBy === 'creator' && before.endedBy !== 'creator'
  await trx
    .updateTable('subscriptions')
    .set({
      ...facts,
      stripeSubscriptionId,
      revision: revision + 1,
      checkedAt: now,
      ...(changed && { updatedAt: now }),
      // Taken back since the last time, so that this end is another one.
      ...(isEndedNow && { endEmailedAt: null }),
    })
    .where('id', '=', id)
    .execute()
  if (!changed) return true
  // Whoever paid at the moment the creator left, or has just taken the end back in the portal, would go on paying.
  const forNothing = await subscriptionsToCancel(trx, now).where('s.id', '=', id).executeTakeFirst()
  if (forNothing && facts.status !== 'incomplete') await enqueueCancellation(trx, id)
  if (await subscriptionsToPauseOrResume(trx).where('s.id', '=', id).executeTakeFirst())
    await enqueuePauseOrResume(trx, id)
  const graceDays = config.pastDueGraceDays
  const { subscriberId, creatorId } = before
  const pays = isPaying({ ...before, ...facts }, now, graceDays)
  await enqueueTimelineChange(trx, before, isPaying(before, now, graceDays), pays)
  const end = unpaidAccessEndsAt(facts, graceDays)
  if (end && end > now && !isSame(unpaidAccessEndsAt(before, graceDays), end))
    await enqueueGraceEnd(trx, stripeSubscriptionId, end)
  if ((before.pausedFrom === null) !== (facts.pausedFrom === null))
    await enqueue(trx, 'email_renewal_pause', { subscriptionId: id })
  if (isEndedNow) await enqueue(trx, 'email_cancellation', { subscriptionId: id })
  await notify(trx, [subscriberId], 'subscriptions')
  await notify(trx, [creatorId], 'revenue')
  return true
}

/** Periods go by unpaid while renewals are paused: access ended before the first of them, and stays ended. */
function pausedFromOf({ pausedFrom, currentPeriodStart }: Facts, before: Date | null): Date | null {
  const isUnpaid = isSame(pausedFrom, currentPeriodStart)
  return isUnpaid && pausedFrom && before && before < pausedFrom ? before : pausedFrom
}

/** The feed of a new subscriber shows the creator's signals, that of a former one no longer does. */
export async function enqueueTimelineChange(
  trx: Trx,
  { subscriberId, creatorId }: { subscriberId: string; creatorId: string },
  paid: boolean,
  pays: boolean,
): Promise<void> {
  if (paid !== pays)
    await enqueue(trx, pays ? 'fill_timeline' : 'tidy_timeline', {
      viewerId: subscriberId,
      authorId: creatorId,
    })
}

/** One job for each, at the end of the days there are now. */
export const enqueueGraceEnd = (trx: Trx, stripeSubscriptionId: string, runAt: Date): Promise<void> =>
  enqueue(trx, 'end_grace_period', { stripeSubscriptionId }, { runAt, key: `grace ${stripeSubscriptionId}` })

/** Whether a fact is as it was; two moments are compared by what they say. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
