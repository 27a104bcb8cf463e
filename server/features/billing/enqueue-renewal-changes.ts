// Queues the subscriptions that are to end, to pause or to resume because of their creator, each in a job of its own.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { subscriptionsToPauseOrResume, subscriptionsToCancel } from './store.ts'
import type { BillingDeps } from './sync-subscription.ts'

/** One job for each: a thousand subscribers hold nobody up, and one who can't be ended now is tried again alone. */
export const enqueueCancellation = (
  db: Kysely<DB> | Transaction<DB>,
  subscriptionId: string,
): Promise<void> => enqueue(db, 'cancel_subscription', { subscriptionId }, { key: `end ${subscriptionId}` })

/** Has a creator's subscriptions end, because Creator Mode is gone, or the payout account they pay into. */
export async function enqueueCancellationsOf(
  { db, clock }: Pick<BillingDeps, 'db' | 'clock'>,
  creatorId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id } of await subscriptionsToCancel(trx, clock.now())
      .where('s.creatorId', '=', creatorId)
      .execute())
      await enqueueCancellation(trx, id)
  })
}

/** One job for each subscription, so that one that fails is tried again alone. */
export const enqueuePauseOrResume = (
  db: Kysely<DB> | Transaction<DB>,
  subscriptionId: string,
): Promise<void> => enqueue(db, 'pause_or_resume', { subscriptionId }, { key: `pause ${subscriptionId}` })

/** Queues every subscription to a creator that is renewed or paused although it should be the other way round. */
export async function enqueuePausesOf({ db }: Pick<BillingDeps, 'db'>, creatorId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id } of await subscriptionsToPauseOrResume(trx)
      .where('s.creatorId', '=', creatorId)
      .execute())
      await enqueuePauseOrResume(trx, id)
  })
}
