// Stores a creator plan's state at Stripe; Creator Mode follows from it (spec answer 8).
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { emailStateChange } from '../notices/email-state-changes.ts'
import { graceEnd, isPaying } from '../rules.ts'
import { enqueueGraceEnd, isSame, type StateChange, type Trx } from './save-subscription-state.ts'

/** False when another sync has written the row since it was read. */
export async function savePlanState(
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { id, revision, stripeSubscriptionId, state }: StateChange,
): Promise<boolean> {
  const now = clock.now()
  const { status, currentPeriodStart, currentPeriodEnd, endsAt, hasUnpaidInvoice, taxInCents } = state
  const before = await trx
    .selectFrom('creatorPlans')
    .selectAll()
    .where('id', '=', id)
    .where('revision', '=', revision)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return false
  await trx
    .updateTable('creatorPlans')
    .set({
      status,
      currentPeriodStart,
      currentPeriodEnd,
      endsAt,
      hasUnpaidInvoice,
      ...(taxInCents !== undefined && { taxInCents }),
      stripeSubscriptionId,
      revision: revision + 1,
      checkedAt: now,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
  const end = graceEnd(state, config.pastDueGraceDays)
  if (end && end > now && !isSame(graceEnd(before, config.pastDueGraceDays), end))
    await enqueueGraceEnd(trx, stripeSubscriptionId, end)
  const bill = { ...before, kind: 'plan', payerId: before.userId, creatorId: null } as const
  await emailStateChange(trx, { clock, config }, bill, before, state)
  await setCreatorMode(trx, { clock, config }, before.userId)
  await notify(trx, [before.userId], 'account')
  return true
}

/**
 * `is_creator` follows from the plans whenever one of them changes or its grace period ends. When Creator Mode ends,
 * the creator's subscriptions stop renewing.
 */
async function setCreatorMode(
  trx: Trx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  userId: string,
): Promise<void> {
  const now = clock.now()
  const before = await trx
    .selectFrom('users')
    .select('isCreator')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const plans = await trx.selectFrom('creatorPlans').selectAll().where('userId', '=', userId).execute()
  const paid = plans.find((plan) => isPaying(plan, now, config.pastDueGraceDays))
  await trx
    .updateTable('users')
    .set({
      isCreator: paid !== undefined,
      creatorSubscriptionId: paid?.stripeSubscriptionId ?? null,
      updatedAt: now,
    })
    .where('id', '=', userId)
    .execute()
  if (before.isCreator && !paid) await enqueue(trx, 'enqueue_cancellations', { creatorId: userId })
}
