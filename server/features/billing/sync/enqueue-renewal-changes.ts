// Enqueues one job for each subscription that has to be canceled, paused or resumed because of its creator.
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type BillingDeps, subscriptionsToCancel, subscriptionsToPauseOrResume } from '../store.ts'

/** One job per subscription: a thousand subscribers block nobody, and one that fails is retried alone. */
export const enqueueCancellation = (
  db: Kysely<DB> | Transaction<DB>,
  subscriptionId: string,
): Promise<void> => enqueue(db, 'cancel_subscription', { subscriptionId }, { key: `end ${subscriptionId}` })

/** For a creator who left Creator Mode, or whose payout account was closed. */
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

export const enqueuePauseOrResume = (
  db: Kysely<DB> | Transaction<DB>,
  subscriptionId: string,
): Promise<void> => enqueue(db, 'pause_or_resume', { subscriptionId }, { key: `pause ${subscriptionId}` })

/** For a creator who can no longer be paid or may no longer sell, or can again. */
export async function enqueuePausesOf(
  { db, clock }: Pick<BillingDeps, 'db' | 'clock'>,
  creatorId: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id } of await subscriptionsToPauseOrResume(trx, clock.now())
      .where('s.creatorId', '=', creatorId)
      .execute())
      await enqueuePauseOrResume(trx, id)
  })
}
