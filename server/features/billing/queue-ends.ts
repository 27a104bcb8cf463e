// Has subscriptions end that nobody can be paid for any more, each in a job of its own.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { unserved } from './store.ts'
import type { SyncNeeds } from './sync-subscription.ts'

/** One job for each: a thousand subscribers hold nobody up, and one who can't be ended now is tried again alone. */
export const queueEnd = (db: Kysely<DB> | Transaction<DB>, subscriptionId: string): Promise<void> =>
  enqueue(db, 'end_subscription', { subscriptionId }, { key: `end ${subscriptionId}` })

/** Has a creator's subscriptions end, because Creator Mode is gone, or the payout account they pay into. */
export async function endSubscriptionsTo({ db }: Pick<SyncNeeds, 'db'>, creatorId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id } of await unserved(trx).where('s.creatorId', '=', creatorId).execute())
      await queueEnd(trx, id)
  })
}
