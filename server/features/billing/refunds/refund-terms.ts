// Calculates what can be refunded of a subscription's newest payment, and plans such a refund.
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Clock } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { DB } from '#server/db/tables.ts'
import { peopleFor } from '#server/features/users/store.ts'
import type { REFUND_PARTS, RefundTerms } from '#shared/contracts/refunds.ts'
import { Problem } from '#shared/problems.ts'
import { unusedPart } from '#shared/rules/money.ts'
import { nameOf } from '#shared/rules/people.ts'
import { costsAccess } from '../rules.ts'
import { leftOf, planRefund, type RefundCause } from './refund-store.ts'

type Trx = Transaction<DB>
type RefundPart = (typeof REFUND_PARTS)[number]

/** Locks the subscription, so that two refunds at once don't return more than was paid. */
export const lockSubscription = (trx: Trx, id: string) =>
  trx.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const newestPayment = (trx: Trx, subscriptionId: string) =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('periodEnd', 'desc')
    .limit(1)
    .executeTakeFirst()
type PaymentRow = NonNullable<Awaited<ReturnType<typeof newestPayment>>>

/** US cents, after earlier refunds. */
async function partsOf(trx: Trx, clock: Clock, payment: PaymentRow) {
  const { amountInCents, feeInCents, periodStart, periodEnd } = payment
  const fullInCents = await leftOf(trx, payment.stripeInvoiceId)
  const { unusedDays, periodDays, partInCents } = unusedPart(amountInCents, {
    periodStart,
    periodEnd,
    at: clock.now(),
  })
  const before = amountInCents - fullInCents
  const unusedInCents = Math.min(fullInCents, Math.max(0, partInCents - before))
  // In proportion, as Stripe calculates it.
  const share = (cents: number) =>
    amountInCents === 0 ? 0 : cents - Math.round((feeInCents * cents) / amountInCents)
  return {
    fullInCents,
    fullFromPayoutsInCents: share(fullInCents),
    unusedInCents,
    unusedFromPayoutsInCents: share(unusedInCents),
    unusedDays,
    periodDays,
    isDisputed: costsAccess(payment.disputeStatus),
  }
}

/** `viewerId` decides whose name is shown. Throws `subscription_not_found` if nothing was ever paid. */
export async function refundTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  viewerId: string,
  subscriptionId: string,
): Promise<z.input<typeof RefundTerms>> {
  const { db, clock } = deps
  const found = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscriptions')
      .select('subscriberId')
      .where('id', '=', subscriptionId)
      .executeTakeFirst()
    const payment = await newestPayment(trx, subscriptionId)
    return row && payment ? { row, payment, parts: await partsOf(trx, clock, payment) } : undefined
  })
  if (!found) throw new Problem('subscription_not_found')
  const { row, payment, parts } = found
  const person = await peopleFor(deps, viewerId).where('u.id', '=', row.subscriberId).executeTakeFirst()
  return {
    ...parts,
    subscriptionId,
    subscriber: person ? nameOf(person) : null,
    paidAt: payment.paidAt.toISOString(),
    amountInCents: payment.amountInCents,
  }
}

type Wanted = { part: RefundPart; cause: RefundCause; reason: string; end: boolean }

/**
 * Plans a refund of a payment, in the transaction that has locked its subscription. Refunding the unused days ends the
 * subscription. Resolves with US cents. Throws `refund_disputed` and `nothing_to_refund`.
 */
export async function planPart(
  trx: Trx,
  clock: Clock,
  payment: PaymentRow,
  { part, cause, reason, end }: Wanted,
): Promise<number> {
  const { fullInCents, unusedInCents, isDisputed } = await partsOf(trx, clock, payment)
  if (isDisputed) throw new Problem('refund_disputed')
  const amountInCents = part === 'full' ? fullInCents : unusedInCents
  if (amountInCents === 0) throw new Problem('nothing_to_refund')
  const { subscriptionId, stripeInvoiceId } = payment
  await planRefund(trx, clock, {
    subscriptionId,
    stripeInvoiceId,
    cause,
    amountInCents,
    reason,
    endsSubscription: end || part === 'unused',
  })
  return amountInCents
}

/** Plans a refund by the creator. Throws like `planPart`, and `subscription_not_found`. */
export async function refundAsCreator(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  creatorId: string,
  subscriptionId: string,
  wanted: Omit<Wanted, 'cause'>,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const row = await lockSubscription(trx, subscriptionId)
    const payment = row?.creatorId === creatorId ? await newestPayment(trx, subscriptionId) : undefined
    if (!payment) throw new Problem('subscription_not_found')
    return await planPart(trx, clock, payment, { ...wanted, cause: 'creator' })
  })
}
