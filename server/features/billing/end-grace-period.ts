// What follows when the days of grace, or the last paid period before a pause, are over: access was lost at that moment.
import { notify } from '#server/db/notify.ts'
import { isPaying, unpaidAccessEndsAt } from './rules.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'
import { enqueueTimelineChange, enqueueGraceEnd } from './save-subscription-state.ts'

/** The queue goes by the database's clock, which may be ahead of ours: who comes too early comes again that much later. */
const AGAIN_MS = 60_000

/** Asks Stripe once more: a payment may have come through at the last minute. */
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
      .select(['status', 'currentPeriodStart'])
      .where('stripeSubscriptionId', '=', stripeSubscriptionId)
      .executeTakeFirst()
    const bill = row ?? plan
    const end = bill && unpaidAccessEndsAt(bill, config.pastDueGraceDays)
    if (end && end > clock.now())
      await enqueueGraceEnd(trx, stripeSubscriptionId, new Date(end.getTime() + AGAIN_MS))
    if (!row || isPaying(row, clock.now(), config.pastDueGraceDays)) return
    await enqueueTimelineChange(trx, row, true, false)
    await notify(trx, [row.subscriberId], 'subscriptions')
  })
}
