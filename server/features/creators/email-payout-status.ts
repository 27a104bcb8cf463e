// Emails a creator that Stripe needs details, that payouts are on hold, or that they work again.
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { payoutNoticeOf } from './sync-payout-account.ts'

/** Queues one email about the current state, even if the job runs again. */
export async function emailPayoutStatus(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const creator = await db
    .selectFrom('users')
    .select(['email', 'payoutStatus', 'payoutsDue', 'payoutsDueAt', 'payoutsEmailed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!creator || creator.payoutsEmailed === null) return
  const { email: to, payoutsEmailed: emailed, payoutsDue: due, payoutsDueAt } = creator
  const state = payoutNoticeOf({ status: creator.payoutStatus, due })
  if (state === emailed) return
  const dueAt = payoutsDueAt?.toISOString() ?? null
  const queue = async (trx: Transaction<DB>) => {
    if (state === 'due') await queueEmail(trx, clock, { name: 'payoutsDue', to, data: { due, dueAt } })
    else if (state === 'on_hold') await queueEmail(trx, clock, { name: 'payoutsOnHold', to, data: { due } })
    // Details that were provided in time changed nothing, so there is nothing to report.
    else if (emailed === 'on_hold') await queueEmail(trx, clock, { name: 'payoutsReady', to, data: {} })
  }
  await db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('users')
      .set({ payoutsEmailed: state })
      .where('id', '=', userId)
      .where('payoutsEmailed', '=', emailed)
      .executeTakeFirstOrThrow()
    if (marked.numUpdatedRows === 0n) return
    await queue(trx)
    if (state !== 'ready' || emailed === 'on_hold')
      await addAlerts(trx, clock, {
        kind: 'payout',
        personIds: [userId],
        cause: `${state} ${clock.now().toISOString()}`,
        facts: { payouts: state },
      })
  })
}
