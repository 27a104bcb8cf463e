// Ends a subscription at once after a withdrawal, and makes its refunds.
import type { Transaction } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { DB } from '#server/db/tables.ts'
import { refundOnWithdrawal } from '#shared/rules/withdrawal.ts'
import { endNow } from '../refund-charge.ts'
import { isLive } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { makeRefund } from './make-refund.ts'
import { leftOf, planRefund, waiting } from './refund-store.ts'

/** Stored with the cancellation at Stripe. */
const WITHDRAWN = 'The subscriber withdrew from the contract.'

type Withdrawn = { subscriptionId: string; withdrawnAt: Date; keptUsedDays: boolean }

/** Plans what a withdrawal refunds of each payment. The caller has locked the subscription. */
export async function planWithdrawalRefunds(
  trx: Transaction<DB>,
  clock: Clock,
  { subscriptionId, withdrawnAt, keptUsedDays }: Withdrawn,
): Promise<void> {
  const payments = await trx
    .selectFrom('payments')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.stripeInvoiceId', '=', 'payments.stripeInvoiceId')
            .where('r.cause', '=', 'withdrawal'),
        ),
      ),
    )
    .execute()
  for (const payment of payments) {
    const { stripeInvoiceId } = payment
    const { refundInCents } = refundOnWithdrawal(payment, { at: withdrawnAt, keepsUsedDays: keptUsedDays })
    const amountInCents = Math.min(refundInCents, await leftOf(trx, stripeInvoiceId))
    if (amountInCents > 0)
      await planRefund(trx, clock, { subscriptionId, stripeInvoiceId, cause: 'withdrawal', amountInCents })
  }
}

/**
 * Job: every step can be repeated. The subscription ends before the refunds, so that nobody keeps paying if a refund
 * fails. A renewal that was charged in the meantime is refunded too. Throws errors of the SDK, and the job is retried.
 */
export async function settleWithdrawal(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const { db, clock, stripe } = deps
  const row = await db
    .selectFrom('withdrawals as w')
    .innerJoin('subscriptions as s', 's.id', 'w.subscriptionId')
    .select(['w.subscriptionId', 'w.withdrawnAt', 'w.keptUsedDays', 's.stripeSubscriptionId', 's.status'])
    .where('w.subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
  if (!row || row.stripeSubscriptionId === null) return
  await endNow(stripe, row.stripeSubscriptionId, WITHDRAWN)
  const synced = await syncBillingRecord(deps, row.stripeSubscriptionId)
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('subscriptions')
      .select('id')
      .where('id', '=', subscriptionId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await planWithdrawalRefunds(trx, clock, row)
  })
  const own = () =>
    waiting(db).select('id').where('subscriptionId', '=', subscriptionId).where('cause', '=', 'withdrawal')
  for (const { id } of await own().execute()) await makeRefund(deps, id)
  const isOver = synced !== null && !isLive(synced.subscription.status)
  if (isOver && !(await own().executeTakeFirst()))
    await db
      .updateTable('withdrawals')
      .set({ settledAt: clock.now() })
      .where('subscriptionId', '=', subscriptionId)
      .where('settledAt', 'is', null)
      .execute()
}
