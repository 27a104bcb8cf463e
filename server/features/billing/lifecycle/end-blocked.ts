// Ends a subscription between two people after a block. If the creator blocked, it ends at once and the unused days are
// refunded; if the subscriber blocked, it ends with the paid period.
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { BlockCost } from '#shared/contracts/safety.ts'
import { Problem } from '#shared/problems.ts'
import { unusedPart } from '#shared/rules/money.ts'
import { endNow, REFUND_CAUSE, refundCharge, unlessDisputed } from '../refund-charge.ts'
import { isLive } from '../rules.ts'
import { type BillingDeps, liveSubscription, type SubscriptionRow, subscriptionsOfBlocked } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { cancelAtPeriodEnd } from './cancel-subscription.ts'

type Cost = z.input<typeof BlockCost>
const NOTHING: Cost = {
  payer: null,
  priceInCents: 0,
  endsAt: null,
  unusedDays: 0,
  periodDays: 0,
  refundInCents: 0,
  fromPayoutsInCents: 0,
}

/** What a block by the viewer would do now. */
export async function costOfBlock(deps: BillingDeps, viewerId: string, personId: string): Promise<Cost> {
  const { db, clock } = deps
  const theirs = await liveSubscription(db, personId, viewerId)
  if (theirs && theirs.status !== 'incomplete') {
    const [newest, ...older] = await unusedPayments(deps, theirs.id, clock.now())
    const all = newest ? [newest, ...older] : []
    return {
      ...NOTHING,
      payer: 'them',
      priceInCents: theirs.priceInCents,
      unusedDays: newest?.unusedDays ?? 0,
      periodDays: newest?.periodDays ?? 0,
      refundInCents: all.reduce((sum, { refundInCents }) => sum + refundInCents, 0),
      fromPayoutsInCents: all.reduce((sum, part) => sum + part.refundInCents - part.feeInCents, 0),
    }
  }
  const own = await liveSubscription(db, viewerId, personId)
  if (!own || own.status === 'incomplete') return NOTHING
  const endsAt = own.endsAt ?? own.currentPeriodEnd
  return {
    ...NOTHING,
    payer: 'viewer',
    priceInCents: own.priceInCents,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** Payments whose period continues after `at`, newest first, with the amount to refund. */
async function unusedPayments({ db }: Pick<BillingDeps, 'db'>, subscriptionId: string, at: Date) {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .where('periodEnd', '>', at)
    .orderBy('periodEnd', 'desc')
    .execute()
  return payments.map((payment) => {
    const { amountInCents, feeInCents, periodStart, periodEnd, refundedInCents } = payment
    const { unusedDays, periodDays, partInCents } = unusedPart(amountInCents, { periodStart, periodEnd, at })
    const refundInCents = Math.max(0, partInCents - refundedInCents)
    return {
      ...payment,
      unusedDays,
      periodDays,
      refundInCents,
      // In proportion, as Stripe calculates it.
      feeInCents: amountInCents === 0 ? 0 : Math.round((feeInCents * refundInCents) / amountInCents),
    }
  })
}

export const enqueueEndOfBlocked = (
  db: Kysely<DB> | Transaction<DB>,
  subscriptionId: string,
): Promise<void> => enqueue(db, 'end_blocked', { subscriptionId }, { key: `blocked ${subscriptionId}` })

/** Call this in the transaction of a block. The next sweep finds a payment that begins at the same moment. */
export async function enqueueEndOfPayments(
  trx: Transaction<DB>,
  oneId: string,
  otherId: string,
): Promise<void> {
  for (const { id } of await subscriptionsOfBlocked(trx)
    .where('s.subscriberId', 'in', [oneId, otherId])
    .where('s.creatorId', 'in', [oneId, otherId])
    .execute())
    await enqueueEndOfBlocked(trx, id)
}

/** Job: every step can be repeated. Throws errors of the SDK, and the job is retried. */
export async function endBlocked(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const { db } = deps
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row) return
  const blocks = await db
    .selectFrom('blocks')
    .select(['blockerId', 'createdAt'])
    .where('blockerId', 'in', [row.subscriberId, row.creatorId])
    .where('blockedId', 'in', [row.subscriberId, row.creatorId])
    .execute()
  const byCreator = blocks.find(({ blockerId }) => blockerId === row.creatorId)
  if (byCreator) await endWithRefund(deps, row, byCreator.createdAt)
  else if (blocks.length > 0 && isLive(row.status) && row.endsAt === null)
    await unlessEnded(cancelAtPeriodEnd(deps, { ...row, kind: 'subscription' }))
}

/** `at`: when the creator blocked the subscriber, so that a retried job refunds the same amount. */
async function endWithRefund(deps: BillingDeps, row: SubscriptionRow, at: Date): Promise<void> {
  const { db, clock, stripe } = deps
  const { id, stripeSubscriptionId } = row
  if (isLive(row.status) && (stripeSubscriptionId === null || row.status === 'incomplete'))
    await unlessEnded(cancelAtPeriodEnd(deps, { ...row, kind: 'subscription' }))
  if (stripeSubscriptionId === null) return
  await endNow(stripe, stripeSubscriptionId)
  await syncBillingRecord(deps, stripeSubscriptionId)
  const due = (await unusedPayments(deps, id, at)).filter(({ refundInCents }) => refundInCents > 0)
  for (const { stripeChargeId, stripeInvoiceId, refundInCents } of due) {
    const part = {
      amountInCents: refundInCents,
      key: `blocked:${stripeInvoiceId}:${refundInCents}`,
      metadata: { [REFUND_CAUSE]: 'block' },
    }
    await unlessDisputed(refundCharge(stripe, stripeChargeId, part))
    await syncBillingRecord(deps, stripeSubscriptionId, stripeChargeId)
  }
  const { email, creator, refundedInCents } = await db
    .selectFrom('subscriptions as s')
    .innerJoin('users as subscriber', 'subscriber.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['subscriber.email', 'creator.username as creator'])
    .select((eb) =>
      eb
        .selectFrom('payments as p')
        .select((p) => p.fn.coalesce(p.fn.sum<number>('p.refundedInCents'), p.lit(0)).as('sum'))
        .whereRef('p.subscriptionId', '=', 's.id')
        .where('p.periodEnd', '>', at)
        .as('refundedInCents'),
    )
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow()
  const data = { creator, priceInCents: row.priceInCents, refundedInCents: refundedInCents ?? 0 }
  // It was never paid.
  if (row.status === 'incomplete' && data.refundedInCents === 0) return
  // The email's id is the subscription's, so that a repeated job sends it once.
  await queueEmail(db, clock, { id, name: 'subscriptionRefunded', to: email, data })
}

/** It ended in the meantime. */
async function unlessEnded(cancellation: Promise<void>): Promise<void> {
  await cancellation.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'subscription_ended')) throw error
  })
}
