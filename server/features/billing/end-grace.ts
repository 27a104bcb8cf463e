// What follows when the days of grace are over: access was lost at that moment, and everybody concerned is told.
import { tell } from '#server/db/tell.ts'
import { isPaying } from './rules.ts'
import { syncBill } from './sync-bill.ts'
import type { SyncNeeds } from './sync-subscription.ts'
import { followAccess } from './write-subscription.ts'

/** Asks Stripe once more: a payment may have come through at the last minute. */
export async function endGrace(deps: SyncNeeds, stripeSubscriptionId: string): Promise<void> {
  const { db, clock, config } = deps
  await syncBill(deps, stripeSubscriptionId)
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('stripeSubscriptionId', '=', stripeSubscriptionId)
      .executeTakeFirst()
    if (!row || isPaying(row, clock.now(), config.pastDueGraceDays)) return
    await followAccess(trx, row, true, false)
    await tell(trx, [row.subscriberId], 'subscriptions')
  })
}
