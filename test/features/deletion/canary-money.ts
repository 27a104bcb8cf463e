// The canary person's refunds and withdrawals, with recognizable text in each table.
import type { TestServer } from '#test/server.ts'

/** Stores a refund, a request for one, a reason for canceling and a withdrawal, with the person's words. */
export async function moneyBack(
  { deps: { db, clock } }: TestServer,
  creatorId: string,
  words: string,
): Promise<void> {
  const { subscriptionId, stripeInvoiceId } = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .select(['p.subscriptionId', 'p.stripeInvoiceId'])
    .where('s.creatorId', '=', creatorId)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const of = { subscriptionId, stripeInvoiceId, createdAt: now }
  await db
    .insertInto('refundRequests')
    .values({ ...of, id: clock.newId(), text: words })
    .execute()
  await db
    .insertInto('cancelReasons')
    .values({ subscriptionId, reason: 'other', text: words, answeredAt: now })
    .execute()
  const refund = { ...of, id: clock.newId(), cause: 'creator' as const, amountInCents: 1 }
  await db
    .insertInto('refunds')
    .values({ ...refund, reason: words, droppedAt: now })
    .execute()
  const figures = { paidInCents: 0, refundInCents: 0, usedDays: 1, periodDays: 30 }
  const facts = { ...figures, keptUsedDays: false, isDisputed: false, startedAt: now, settledAt: now }
  await db
    .insertInto('withdrawals')
    .values({ ...facts, subscriptionId, withdrawnAt: now })
    .execute()
}
