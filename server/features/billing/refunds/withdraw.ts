// Withdraws from a subscription within 14 days, without a reason. The declaration takes effect at once, and Stripe is
// updated afterwards.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { costsAccess } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { Problem } from '#shared/problems.ts'
import type { WithdrawalFacts } from '#shared/rules/withdrawal-receipt.ts'
import { mayWithdraw, refundOnWithdrawal, withdrawalNumber } from '#shared/rules/withdrawal.ts'
import { taxOfRefund } from '#shared/rules/tax.ts'
import { nameOf } from '#shared/rules/people.ts'
import { enqueueWithdrawal } from './enqueue-settlement.ts'
import { planWithdrawalRefunds } from './settle-withdrawal.ts'

/** The consequences of withdrawing now, in US cents; null once it is no longer possible. */
export type WithdrawalTerms = {
  startedAt: Date
  paidInCents: number
  refundInCents: number
  /** The tax included in what was paid and in what is refunded. */
  paidTaxInCents: number
  refundTaxInCents: number
  usedDays: number
  periodDays: number
  keptUsedDays: boolean
  isDisputed: boolean
}

type Payment = {
  amountInCents: number
  taxInCents: number
  refundedInCents: number
  periodStart: Date
  periodEnd: Date
  paidAt: Date
  disputeStatus: string | null
}

/** `payments`: all payments of the subscription. The contract begins with the first one. */
export function withdrawalTerms(
  payments: Payment[],
  immediateAccessRequestedAt: Date | null,
  now: Date,
): WithdrawalTerms | null {
  const [first, ...later] = payments.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
  if (!first || !mayWithdraw(first.paidAt, now)) return null
  const all = [first, ...later]
  const keptUsedDays = immediateAccessRequestedAt !== null
  const parts = all.map((payment) => refundOnWithdrawal(payment, { at: now, keepsUsedDays: keptUsedDays }))
  const newest = parts.at(-1)
  const refundTax = all.map((payment, index) =>
    taxOfRefund(payment, payment.refundedInCents, parts[index]?.refundInCents ?? 0),
  )
  return {
    startedAt: first.paidAt,
    paidInCents: all.reduce((sum, { amountInCents }) => sum + amountInCents, 0),
    refundInCents: parts.reduce((sum, { refundInCents }) => sum + refundInCents, 0),
    paidTaxInCents: all.reduce((sum, { taxInCents }) => sum + taxInCents, 0),
    refundTaxInCents: refundTax.reduce((sum, taxInCents) => sum + taxInCents, 0),
    usedDays: newest?.usedDays ?? 0,
    periodDays: newest?.periodDays ?? 1,
    keptUsedDays,
    isDisputed: all.some(({ disputeStatus }) => costsAccess(disputeStatus)),
  }
}

/**
 * Stores the withdrawal with its refunds, and queues the receipt, in one transaction. A repeated call changes nothing.
 * It works while a renewal is charged, a payment is disputed, or the creator can't be paid, and after the subscription
 * has ended. Throws `subscription_not_found` and `withdrawal_over`.
 */
export async function withdraw(deps: BillingDeps, viewerId: string, subscriptionId: string): Promise<void> {
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .select(['id', 'immediateAccessRequestedAt'])
      .where('id', '=', subscriptionId)
      .where('subscriberId', '=', viewerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Problem('subscription_not_found')
    const known = await trx
      .selectFrom('withdrawals')
      .select('subscriptionId')
      .where('subscriptionId', '=', subscriptionId)
      .executeTakeFirst()
    if (known) return
    const payments = await trx
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', subscriptionId)
      .execute()
    const withdrawnAt = clock.now()
    const terms = withdrawalTerms(payments, row.immediateAccessRequestedAt, withdrawnAt)
    if (!terms) throw new Problem(payments.length === 0 ? 'subscription_not_found' : 'withdrawal_over')
    await trx
      .insertInto('withdrawals')
      .values({ ...terms, subscriptionId, withdrawnAt })
      .execute()
    await planWithdrawalRefunds(trx, clock, { subscriptionId, withdrawnAt, keptUsedDays: terms.keptUsedDays })
    await enqueueWithdrawal(trx, subscriptionId)
    const facts = await withdrawalFacts(trx, subscriptionId)
    if (facts)
      await queueEmail(trx, clock, { id: subscriptionId, name: 'withdrawn', to: facts.email, data: facts })
  })
}

/** Empty for what was sold without tax. */
export const taxFacts = ({
  paidTaxInCents,
  refundTaxInCents,
}: {
  paidTaxInCents: number
  refundTaxInCents: number
}) => (paidTaxInCents > 0 ? { paidTaxInCents, refundTaxInCents } : {})

/** The facts of the subscriber's receipt; null without a withdrawal. */
export async function withdrawalFacts(
  db: Transaction<DB> | BillingDeps['db'],
  subscriptionId: string,
): Promise<WithdrawalFacts | null> {
  const row = await db
    .selectFrom('withdrawals as w')
    .innerJoin('subscriptions as s', 's.id', 'w.subscriptionId')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .selectAll('w')
    .select(['s.priceInCents', 'payer.email', 'payer.username', 'payer.displayName'])
    .select(['creator.username as creatorUsername', 'creator.displayName as creatorDisplayName'])
    .where('w.subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    number: withdrawalNumber(row.number, row.withdrawnAt),
    withdrawnAt: row.withdrawnAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    creator: nameOf({ username: row.creatorUsername, displayName: row.creatorDisplayName }),
    creatorUsername: row.creatorUsername,
    name: nameOf(row),
    email: row.email,
    priceInCents: row.priceInCents,
    paidInCents: row.paidInCents,
    refundInCents: row.refundInCents,
    ...taxFacts(row),
    usedDays: row.usedDays,
    periodDays: row.periodDays,
    keptUsedDays: row.keptUsedDays,
    isDisputed: row.isDisputed,
  }
}
