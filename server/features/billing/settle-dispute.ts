// What a disputed payment calls for: the money comes back from the creator, and goes there again when it is won.
import type Stripe from 'stripe'
import type { SyncNeeds } from './sync-subscription.ts'
import { costsAccess, DISPUTE_ENDED, idOf } from './rules.ts'
import type { Payment } from './sync-payments.ts'

/**
 * Done once for each dispute, however often it is looked at: both transfers are named after the charge, looked for before
 * they are made, and written down. The subscription is not renewed on a card whose owner disputes; a won dispute gives
 * access back until it ends.
 * Source: https://docs.stripe.com/connect/disputes
 */
export async function settleDispute(
  deps: SyncNeeds,
  payment: Payment,
  stripeSubscriptionId: string,
): Promise<void> {
  const { db, stripe } = deps
  const { stripeInvoiceId, stripeTransferId, disputeStatus } = payment
  if (disputeStatus === null) return
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .innerJoin('users as creator', 'creator.id', 's.creatorId')
    .select(['p.stripeReversalId', 'p.stripeReturnId', 's.endsAt', 's.status', 'creator.stripeAccountId'])
    .where('p.stripeInvoiceId', '=', stripeInvoiceId)
    .executeTakeFirstOrThrow()
  const write = (change: { stripeReversalId: string } | { stripeReturnId: string }) =>
    db.updateTable('payments').set(change).where('stripeInvoiceId', '=', stripeInvoiceId).execute()

  if (costsAccess(disputeStatus)) {
    const isRenewed = row.endsAt === null && ['active', 'trialing', 'past_due'].includes(row.status)
    // First of all nothing more is charged, whatever becomes of the money.
    if (isRenewed)
      await stripe.subscriptions.update(stripeSubscriptionId, {
        cancel_at_period_end: true,
        cancellation_details: { comment: DISPUTE_ENDED },
      })
    if (row.stripeReversalId !== null || stripeTransferId === null) return
    const stripeReversalId = await takeShareBack(stripe, payment, stripeTransferId)
    if (stripeReversalId !== null) await write({ stripeReversalId })
    return
  }
  if (row.stripeReversalId === null || row.stripeReturnId !== null || stripeTransferId === null) return
  const transfer = await stripe.transfers.retrieve(stripeTransferId)
  const reversal = transfer.reversals.data.find(({ id }) => id === row.stripeReversalId)
  const destination = row.stripeAccountId ?? idOf(transfer.destination)
  if (reversal && destination !== null)
    await write({ stripeReturnId: await giveShare(stripe, payment, reversal.amount, destination) })
}

/** The id of the reversal; null when there is nothing left to be taken back. */
async function takeShareBack(stripe: Stripe, payment: Payment, transferId: string): Promise<string | null> {
  const { stripeChargeId } = payment
  const transfer = await stripe.transfers.retrieve(transferId)
  const made = transfer.reversals.data.find(({ metadata }) => metadata?.['charge'] === stripeChargeId)
  if (made) return made.id
  const amount = Math.min(shareOf(payment), transfer.amount - transfer.amount_reversed)
  if (amount <= 0) return null
  const reversal = await stripe.transfers.createReversal(
    transferId,
    { amount, metadata: { charge: stripeChargeId } },
    { idempotencyKey: `dispute:${stripeChargeId}` },
  )
  return reversal.id
}

/** The id of the transfer with which the creator has the amount again. */
async function giveShare(
  stripe: Stripe,
  { stripeChargeId }: Payment,
  amount: number,
  destination: string,
): Promise<string> {
  const group = `dispute-won:${stripeChargeId}`
  const { data } = await stripe.transfers.list({ transfer_group: group, limit: 1 })
  if (data[0]) return data[0].id
  const transfer = await stripe.transfers.create(
    { amount, currency: 'usd', destination, transfer_group: group },
    { idempotencyKey: group },
  )
  return transfer.id
}

/** The creator's part that has not been given back by refunds, in US cents. */
const shareOf = ({ amountInCents, feeInCents, refundedInCents, feeRefundedInCents }: Payment) =>
  amountInCents - refundedInCents - (feeInCents - feeRefundedInCents)
