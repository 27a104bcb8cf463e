// Job at the end of a grace period, or of the last paid period before a pause: access has ended, and the feed follows.
import { notify } from '#server/db/notify.ts'
import { emailUnpaidEnd } from '../notices/email-state-changes.ts'
import { isPaying, unpaidAccessEndsAt } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { enqueueTimelineChange, enqueueGraceEnd } from '../sync/save-subscription-state.ts'

/**
 * The queue uses the database's clock, which may be ahead of ours. A job that runs too early is repeated after this.
 */
const RETRY_MS = 60_000

/** Syncs first, because a payment may have come in at the last minute. */
export async function endGracePeriod(deps: BillingDeps, stripeSubscriptionId: string): Promise<void> {
  const { db, clock, config } = deps
  await syncBillingRecord(deps, stripeSubscriptionId)
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('stripeSubscriptionId', '=', stripeSubscriptionId)
      .executeTakeFirst()
    const plan = await trx
      .selectFrom('creatorPlans')
      .selectAll()
      .where('stripeSubscriptionId', '=', stripeSubscriptionId)
      .executeTakeFirst()
    const bill = row ?? plan
    const end = bill && unpaidAccessEndsAt(bill, config.pastDueGraceDays)
    if (end && end > clock.now())
      await enqueueGraceEnd(trx, stripeSubscriptionId, new Date(end.getTime() + RETRY_MS))
    const payer = row
      ? ({ ...row, kind: 'subscription', payerId: row.subscriberId } as const)
      : plan && ({ ...plan, kind: 'plan', payerId: plan.userId, creatorId: null } as const)
    if (payer?.status === 'past_due' && !isPaying(payer, clock.now(), config.pastDueGraceDays))
      await emailUnpaidEnd(trx, { clock }, payer, payer)
    if (!row || isPaying(row, clock.now(), config.pastDueGraceDays)) return
    await enqueueTimelineChange(trx, row, true, false)
    await notify(trx, [row.subscriberId], 'subscriptions')
  })
}
