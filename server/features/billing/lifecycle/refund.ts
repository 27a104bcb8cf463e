// Refunds by the operator, and the payments that an operator sees.
import type { Db } from '#server/db/open.ts'
import { endNow, refundCharge } from '../refund-charge.ts'
import { costsAccess } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'

/** Operators name a payment by the id of its invoice. */
export class NoSuchPayment extends Error {}

/**
 * Refunds a payment in full and, with `andEnd`, ends its subscription at once. Repeating it changes nothing.
 * Throws `NoSuchPayment`, and Stripe's refusal, for example for a disputed payment.
 * Source: https://docs.stripe.com/connect/destination-charges#issue-refunds
 */
export async function refundPayment(
  deps: BillingDeps,
  stripeInvoiceId: string,
  { andEnd }: { andEnd: boolean },
): Promise<{ refundedInCents: number }> {
  const { db, stripe } = deps
  const find = () =>
    db
      .selectFrom('payments as p')
      .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
      .select(['p.stripeChargeId', 'p.refundedInCents', 's.stripeSubscriptionId'])
      .where('p.stripeInvoiceId', '=', stripeInvoiceId)
      .executeTakeFirst()
  const payment = await find()
  if (!payment) throw new NoSuchPayment(`There is no payment ${stripeInvoiceId}`)
  await refundCharge(stripe, payment.stripeChargeId)
  const { stripeSubscriptionId } = payment
  if (stripeSubscriptionId !== null) {
    if (andEnd) await endNow(stripe, stripeSubscriptionId)
    await syncBillingRecord(deps, stripeSubscriptionId, payment.stripeChargeId)
  }
  return { refundedInCents: (await find())?.refundedInCents ?? 0 }
}

/** What a person paid as a subscriber and received as a creator, newest first, with both usernames. */
export const paymentsOf = (db: Db, username: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as paid', 'paid.id', 's.creatorId')
    .select(['p.stripeInvoiceId', 'p.paidAt', 'p.amountInCents', 'p.refundedInCents', 'p.disputeStatus'])
    .select(['p.feeInCents', 'p.feeRefundedInCents', 'p.transferredInCents', 'p.reversedInCents'])
    .select(['payer.username as subscriber', 'paid.username as creator'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['payer.username']), '=', username.toLowerCase()),
        eb(eb.fn('lower', ['paid.username']), '=', username.toLowerCase()),
      ]),
    )
    .orderBy('p.paidAt', 'desc')
    .execute()

type Split = Pick<
  Awaited<ReturnType<typeof paymentsOf>>[number],
  'disputeStatus' | 'feeInCents' | 'feeRefundedInCents' | 'transferredInCents' | 'reversedInCents'
>

/** What a creator still holds of a payment whose dispute is open or lost, and that Stripe took from us. US cents. */
export const owedInCents = (payment: Split): number =>
  costsAccess(payment.disputeStatus)
    ? payment.transferredInCents - payment.reversedInCents - (payment.feeInCents - payment.feeRefundedInCents)
    : 0
