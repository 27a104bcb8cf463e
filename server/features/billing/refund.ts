// Gives a payment back: all of it, the creator's part and our fee included.
import type Stripe from 'stripe'
import type { Db } from '#server/db/open.ts'
import { stripeErrorCode } from '#server/adapters/stripe.ts'
import { costsAccess, idOf, isLive, REFUND_ENDED } from './rules.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'

/** A payment as an operator names it: by the id of its invoice. */
export class NoSuchPayment extends Error {}

/**
 * Refunds a payment in full and, if `andEnd`, ends its subscription at once; done twice it is done once.
 * Throws `NoSuchPayment`, and Stripe's refusal, for example of a disputed payment.
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

/** What a person paid as a subscriber and was paid as a creator, newest first, with the names of both. */
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

/** What a creator still has of a payment that is disputed or was lost: Stripe took it from us. US cents. */
export const owedInCents = (payment: Split): number =>
  costsAccess(payment.disputeStatus)
    ? payment.transferredInCents - payment.reversedInCents - (payment.feeInCents - payment.feeRefundedInCents)
    : 0

/** A card that was probably stolen: its owner gets the money back before they have to ask, and nothing more is charged. */
export async function refundForFraud(
  { stripe }: BillingDeps,
  chargeId: string,
  stripeSubscriptionId: string,
): Promise<void> {
  try {
    await refundCharge(stripe, chargeId)
  } catch (error) {
    // Then the bank is already taking the money back.
    if (stripeErrorCode(error) !== 'charge_disputed') throw error
  }
  await endNow(stripe, stripeSubscriptionId)
}

/** Unless it has ended already, of which the news may not have arrived. */
async function endNow(stripe: Stripe, stripeSubscriptionId: string): Promise<void> {
  const { status } = await stripe.subscriptions.retrieve(stripeSubscriptionId)
  if (!isLive(status)) return
  await stripe.subscriptions.cancel(stripeSubscriptionId, { cancellation_details: { comment: REFUND_ENDED } })
}

/** Whatever is left of it; of a plan, and without a fee, there is no part of somebody else's to be taken back. */
async function refundCharge(stripe: Stripe, id: string): Promise<void> {
  const { transfer, application_fee: fee } = await stripe.charges.retrieve(id)
  try {
    await stripe.refunds.create({
      charge: id,
      ...(idOf(transfer) !== null && { reverse_transfer: true }),
      ...(idOf(fee) !== null && { refund_application_fee: true }),
    })
  } catch (error) {
    if (stripeErrorCode(error) !== 'charge_already_refunded') throw error
  }
}
