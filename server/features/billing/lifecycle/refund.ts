// Refunds by the operator, and the payments that an operator sees.
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import type { Db } from '#server/db/open.ts'
import { endNow, REFUND_CAUSE, refundCharge } from '../refund-charge.ts'
import { idOf, owedInCents } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { paymentOf } from '../sync/sync-payments.ts'

/** Operators name a payment by the id of its invoice. */
export class NoSuchPayment extends Error {}

export type Refunded = {
  refundedInCents: number
  /** The amount that Stripe refused to take back from the creator, or couldn't take back yet. */
  owedInCents: number
}

/**
 * Refunds a payment of a subscription or a creator plan in full and, with `andEnd`, ends it at once, before the refund.
 * Repeating it changes nothing. Throws `NoSuchPayment`, and Stripe's refusal, for example for a disputed payment.
 * Source: https://docs.stripe.com/connect/destination-charges#issue-refunds
 */
export async function refundPayment(
  deps: BillingDeps,
  stripeInvoiceId: string,
  { andEnd, cause = 'operator' }: { andEnd: boolean; cause?: 'operator' | 'leaving' },
): Promise<Refunded> {
  const { db, stripe } = deps
  const find = () =>
    db
      .selectFrom('payments as p')
      .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
      .selectAll('p')
      .select('s.stripeSubscriptionId')
      .where('p.stripeInvoiceId', '=', stripeInvoiceId)
      .executeTakeFirst()
  const payment = await find()
  if (!payment) return await refundPlanPayment(deps, stripeInvoiceId, andEnd)
  const { stripeSubscriptionId } = payment
  if (andEnd && stripeSubscriptionId !== null) await endNow(stripe, stripeSubscriptionId)
  try {
    await refundCharge(stripe, payment.stripeChargeId, { metadata: { [REFUND_CAUSE]: cause } })
  } finally {
    if (stripeSubscriptionId !== null)
      await syncBillingRecord(deps, stripeSubscriptionId, payment.stripeChargeId)
  }
  const after = (await find()) ?? payment
  return { refundedInCents: after.refundedInCents, owedInCents: owedInCents(after) }
}

/** Plans have no rows in `payments`, so this reads the invoice from Stripe. */
async function refundPlanPayment(
  deps: BillingDeps,
  stripeInvoiceId: string,
  andEnd: boolean,
): Promise<Refunded> {
  const { db, stripe } = deps
  const read = () => stripe.invoices.retrieve(stripeInvoiceId, { expand: ['payments'] })
  const invoice = await read().catch((error: unknown) => {
    if (stripeErrorKind(error) !== 'missing') throw error
    return null
  })
  const plan = idOf(invoice?.parent?.subscription_details?.subscription)
  const isOurs =
    plan !== null &&
    (await db
      .selectFrom('creatorPlans')
      .select('id')
      .where('stripeSubscriptionId', '=', plan)
      .executeTakeFirst())
  const payment = invoice && isOurs ? await paymentOf(stripe, invoice) : null
  if (!payment || plan === null) throw new NoSuchPayment(`There is no payment ${stripeInvoiceId}`)
  if (andEnd) await endNow(stripe, plan)
  try {
    await refundCharge(stripe, payment.stripeChargeId)
  } finally {
    await syncBillingRecord(deps, plan, payment.stripeChargeId)
  }
  return {
    refundedInCents: (await paymentOf(stripe, await read()))?.refundedInCents ?? 0,
    owedInCents: 0,
  }
}

const LIST_MAX = 1000

/**
 * The payments that a person made as a subscriber and received as a creator, or everybody's; newest first, at most
 * 1,000, with both usernames.
 */
export const paymentsOf = (db: Db, username: string | undefined) =>
  db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as paid', 'paid.id', 's.creatorId')
    .select(['p.stripeInvoiceId', 'p.paidAt', 'p.amountInCents', 'p.refundedInCents', 'p.disputeStatus'])
    .select(['p.feeInCents', 'p.feeRefundedInCents', 'p.transferredInCents', 'p.reversedInCents'])
    .select(['p.returnedInCents', 'p.reversalRefused', 'p.stripeReturnId', 'p.refundFailedInCents'])
    .select(['payer.username as subscriber', 'paid.username as creator'])
    .$if(username !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb(eb.fn('lower', ['payer.username']), '=', username!.toLowerCase()),
          eb(eb.fn('lower', ['paid.username']), '=', username!.toLowerCase()),
        ]),
      ),
    )
    .orderBy('p.paidAt', 'desc')
    .limit(LIST_MAX)
    .execute()
