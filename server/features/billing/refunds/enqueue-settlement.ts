// Enqueues the job that ends and refunds a subscription after a withdrawal.
import type { Kysely, Transaction } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { enqueueRefund, waiting } from './refund-store.ts'

export const enqueueWithdrawal = (db: Kysely<DB>, subscriptionId: string): Promise<void> =>
  enqueue(db, 'settle_withdrawal', { subscriptionId }, { key: `withdrawal ${subscriptionId}` })

/** For a payment that was made during the withdrawal, or whose dispute has been decided since. */
export async function enqueueSettlement(trx: Transaction<DB>, subscriptionId: string): Promise<void> {
  const withdrawn = await trx
    .selectFrom('withdrawals')
    .select('subscriptionId')
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
  if (withdrawn) await enqueueWithdrawal(trx, subscriptionId)
}

/** Newer withdrawals and refunds are left to their own jobs. */
const MINUTES_MS = 5 * 60_000

/** For the hourly sweep: withdrawals and refunds whose jobs failed, or that wait for a bank. */
export async function enqueueWaitingRefunds({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - MINUTES_MS)
  const unsettled = await db
    .selectFrom('withdrawals')
    .select('subscriptionId')
    .where('settledAt', 'is', null)
    .where('withdrawnAt', '<', before)
    .execute()
  for (const { subscriptionId } of unsettled) await enqueueWithdrawal(db, subscriptionId)
  for (const { id } of await waiting(db).select('id').where('createdAt', '<', before).execute())
    await enqueueRefund(db, id)
}
