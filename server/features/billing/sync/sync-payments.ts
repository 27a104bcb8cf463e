// Reads a subscription's paid invoices from Stripe and stores its payments, refunds and disputes.
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import { emailDispute } from '../notices/email-dispute.ts'
import { emailReceipt, type ReceiptFacts, receiptOf } from '../notices/email-receipt.ts'
import { costsAccess, idOf, isPaying, type Split } from '../rules.ts'
import { type MadeRefund, saveRefunds } from '../refunds/refund-store.ts'
import { enqueueSettlement } from '../refunds/enqueue-settlement.ts'
import { enqueueTimelineChange } from './save-subscription-state.ts'
import type { BillingDeps } from '../store.ts'
import { logWrongFee, taxOn } from '../tax/tax-rules.ts'
import { NO_REFUNDS, refundsOf } from './refunds-of-charge.ts'

/** More than eight years of monthly invoices. */
const INVOICES_MAX = 100
/** Cards allow 120 days for a dispute, and more in rare cases (https://docs.stripe.com/disputes/how-disputes-work). */
const CHARGES_MS = 180 * 86_400_000
/** For people who pay very many creators, only the newest charges count. */
const CHARGES_MAX = 1000

export type Payment = Omit<Split, 'returnedInCents' | 'stripeReturnId'> & {
  stripeInvoiceId: string
  stripePaymentIntentId: string
  stripeChargeId: string
  stripeTransferId: string | null
  taxInCents: number
  /** The refunds that `refundedInCents` adds up. */
  refunds: MadeRefund[]
  /** Refunds that the card's bank rejected later. They are not in `refundedInCents`. */
  refundFailedInCents: number
  /** The card's fingerprint, which is the same for all customers of the operator. */
  cardFingerprint: string | null
  periodStart: Date
  periodEnd: Date
  paidAt: Date
}
/** `receipt` is only for the email. */
type ReadPayment = Payment & { receipt: ReceiptFacts }

/**
 * Reads invoices that are not stored yet or are in dispute. `reread` is the id of a charge or payment intent to read
 * again because it was refunded or disputed; `everything` rereads all charges that changed according to Stripe's list.
 * Resolves with the payments it read.
 */
export async function syncPayments(
  deps: BillingDeps,
  subscriptionId: string,
  { id: stripeSubscriptionId, customer }: Pick<Stripe.Subscription, 'id' | 'customer'>,
  reread: string | null = null,
): Promise<ReadPayment[]> {
  const { stripe, db } = deps
  const { data: invoices } = await stripe.invoices.list({
    subscription: stripeSubscriptionId,
    status: 'paid',
    limit: INVOICES_MAX,
    expand: ['data.payments'],
  })
  const known = await db
    .selectFrom('payments')
    .select([
      'stripeInvoiceId',
      'stripeChargeId',
      'stripePaymentIntentId',
      'disputeStatus',
      'refundedInCents',
      'refundFailedInCents',
    ])
    .where('subscriptionId', '=', subscriptionId)
    .execute()
  const charges = reread === 'everything' && known.length > 0 ? await chargesOf(deps, idOf(customer)) : []
  const read: ReadPayment[] = []
  for (const invoice of invoices) {
    const row = known.find(({ stripeInvoiceId }) => stripeInvoiceId === invoice.id)
    const charge = charges.find(({ id }) => id === row?.stripeChargeId)
    const isChanged =
      row?.stripeChargeId === reread ||
      row?.stripePaymentIntentId === reread ||
      charge?.disputed === true ||
      (charge !== undefined && row !== undefined && isRefundChanged(charge, row))
    if (row && !isChanged && !costsAccess(row.disputeStatus)) continue
    const payment = await paymentOf(stripe, invoice, (row?.refundedInCents ?? 0) > 0)
    if (payment) read.push(payment)
  }
  for (const payment of read) await savePayment(deps, subscriptionId, payment)
  return read
}

/** Whether the amount that Stripe still counts after a failed refund is in `amount_refunded` isn't documented. */
const isRefundChanged = (
  { amount_refunded: at }: Stripe.Charge,
  { refundedInCents, refundFailedInCents }: { refundedInCents: number; refundFailedInCents: number },
) => at !== refundedInCents && at !== refundedInCents + refundFailedInCents

/** A customer's charges that can still be disputed: one call instead of one for each invoice. */
export async function chargesOf(
  { stripe, clock }: Pick<BillingDeps, 'stripe' | 'clock'>,
  customer: string | null,
): Promise<Stripe.Charge[]> {
  if (customer === null) return []
  const gte = Math.floor((clock.now().getTime() - CHARGES_MS) / 1000)
  return await stripe.charges
    .list({ customer, created: { gte }, limit: 100 })
    .autoPagingToArray({ limit: CHARGES_MAX })
}

/** Null for an invoice without a charge. `wasRefunded`: a refund is known, and may have failed since. */
export async function paymentOf(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  wasRefunded = false,
): Promise<ReadPayment | null> {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
  const intentId = idOf(paid?.payment.payment_intent)
  if (!intentId) return null
  const intent = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge.application_fee', 'latest_charge.transfer'],
  })
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') return null
  const fee = typeof charge.application_fee === 'string' ? null : charge.application_fee
  const transfer = typeof charge.transfer === 'object' ? charge.transfer : null
  const { data: disputes } = charge.disputed
    ? await stripe.disputes.list({ charge: charge.id, limit: 1 })
    : { data: [] }
  const refunds = wasRefunded || charge.amount_refunded > 0 ? await refundsOf(stripe, charge.id) : NO_REFUNDS
  const period = invoice.lines.data[0]?.period
  const paidAt = invoice.status_transitions.paid_at ?? charge.created
  return {
    stripeInvoiceId: invoice.id ?? '',
    stripePaymentIntentId: intent.id,
    stripeChargeId: charge.id,
    stripeTransferId: idOf(charge.transfer),
    amountInCents: charge.amount,
    taxInCents: Math.min(charge.amount, taxOn(invoice) ?? 0),
    feeInCents: fee?.amount ?? charge.application_fee_amount ?? 0,
    ...refunds,
    feeRefundedInCents: fee?.amount_refunded ?? 0,
    transferredInCents: transfer?.amount ?? 0,
    reversedInCents: transfer?.amount_reversed ?? 0,
    disputeStatus: disputes[0]?.status ?? null,
    cardFingerprint: charge.payment_method_details?.card?.fingerprint ?? null,
    periodStart: new Date((period?.start ?? invoice.period_start) * 1000),
    periodEnd: new Date((period?.end ?? invoice.period_end) * 1000),
    paidAt: new Date(paidAt * 1000),
    receipt: receiptOf(invoice, charge),
  }
}

/**
 * A stale response changes nothing: refunds, their failures and reversals only grow, and a dispute is decided once and
 * never disappears. Only a response that knows of more failures makes `refundedInCents` smaller.
 */
async function savePayment(
  { db, clock, config, log }: BillingDeps,
  subscriptionId: string,
  { refunds, ...payment }: ReadPayment,
) {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', subscriptionId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { receipt, ...columns } = payment
    const { refundedInCents, feeRefundedInCents, transferredInCents, reversedInCents } = columns
    const known = await trx
      .selectFrom('payments')
      .select(['refundedInCents', 'disputeStatus'])
      .where('stripeInvoiceId', '=', payment.stripeInvoiceId)
      .executeTakeFirst()
    if (refundedInCents > (known?.refundedInCents ?? 0)) {
      const refunded = { userId: before.subscriberId, target: payment.stripeInvoiceId }
      await recordEvent(trx, { clock }, { event: 'payment.refunded', ...refunded })
    }
    await trx
      .insertInto('payments')
      .values({ ...columns, subscriptionId })
      .onConflict((conflict) =>
        conflict.column('stripeInvoiceId').doUpdateSet((eb) => ({
          refundedInCents: sql<number>`case
            when excluded.refund_failed_in_cents > payments.refund_failed_in_cents then excluded.refunded_in_cents
            when excluded.refund_failed_in_cents < payments.refund_failed_in_cents then payments.refunded_in_cents
            else greatest(payments.refunded_in_cents, excluded.refunded_in_cents) end`,
          refundFailedInCents: sql<number>`greatest(payments.refund_failed_in_cents, excluded.refund_failed_in_cents)`,
          reversalRefused: sql<boolean>`payments.reversal_refused or excluded.reversal_refused`,
          feeRefundedInCents: eb.fn('greatest', ['payments.feeRefundedInCents', eb.val(feeRefundedInCents)]),
          transferredInCents: eb.fn('greatest', ['payments.transferredInCents', eb.val(transferredInCents)]),
          reversedInCents: eb.fn('greatest', ['payments.reversedInCents', eb.val(reversedInCents)]),
          disputeStatus: sql<string | null>`case when payments.dispute_status in ('won', 'lost')
            and excluded.dispute_status not in ('won', 'lost')
            then payments.dispute_status else coalesce(excluded.dispute_status, payments.dispute_status) end`,
        })),
      )
      .execute()
    const bill = { ...before, kind: 'subscription', payerId: before.subscriberId } as const
    if (!known) {
      logWrongFee(log, before, payment)
      await emailReceipt(trx, { clock }, bill, receipt)
    }
    await emailDispute(trx, { clock }, before.creatorId, payment)
    const ids = { subscriptionId, stripeInvoiceId: payment.stripeInvoiceId }
    await saveRefunds(trx, clock, ids, refunds)
    if (known?.disputeStatus !== payment.disputeStatus) await enqueueSettlement(trx, subscriptionId)
    const disputed = await trx
      .selectFrom('payments')
      .select('disputeStatus')
      .where('subscriptionId', '=', subscriptionId)
      .where('disputeStatus', 'is not', null)
      .execute()
    const isDisputed = disputed.some((row) => costsAccess(row.disputeStatus))
    if (isDisputed !== before.isDisputed) {
      const now = clock.now()
      await trx
        .updateTable('subscriptions')
        .set({ isDisputed, updatedAt: now })
        .where('id', '=', subscriptionId)
        .execute()
      const pays = (row: typeof before) => isPaying(row, now, config.pastDueGraceDays)
      await enqueueTimelineChange(trx, before, pays(before), pays({ ...before, isDisputed }))
      await notify(trx, [before.subscriberId], 'subscriptions')
    }
    await notify(trx, [before.creatorId], 'revenue')
  })
}
