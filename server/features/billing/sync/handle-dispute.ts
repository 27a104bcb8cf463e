// Handles disputed payments: renewals stop, and the creator's share is reversed until the dispute is won.
import type Stripe from 'stripe'
import { findOrCreate, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { costsAccess, DISPUTE_ENDED, idOf, stateAtStripe } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import { chargesOf, type Payment, paymentOf } from './sync-payments.ts'

const RENEWED = ['active', 'trialing', 'past_due', 'unpaid']
const NOT_RENEWED = { cancel_at_period_end: true, cancellation_details: { comment: DISPUTE_ENDED } }
/** Metadata of a disputed plan. The charge is kept at Stripe because plans have no rows in `payments`. */
const DISPUTED_CHARGE = 'disputed_charge'
/**
 * The number of months in which a payment can be disputed (https://docs.stripe.com/disputes/how-disputes-work), plus
 * one.
 */
const INVOICES_MAX = 6

/** Handles each of these payments of a subscription. Resolves with whether any of them is or was disputed. */
export async function handleDisputes(
  deps: BillingDeps,
  payments: Payment[],
  stripeSubscriptionId: string,
): Promise<boolean> {
  for (const payment of payments) await handleDispute(deps, payment, stripeSubscriptionId)
  return payments.some(({ disputeStatus }) => disputeStatus !== null)
}

/**
 * Repeating it changes nothing: the reversal and the retransfer are named after the charge, searched for before they
 * are created, and stored. The subscription does not renew on a card whose owner disputes it; a won dispute restores
 * access until it ends. Source: https://docs.stripe.com/connect/disputes
 */
async function handleDispute(
  deps: BillingDeps,
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
  const save = (change: { stripeReversalId: string } | { stripeReturnId: string; returnedInCents: number }) =>
    db.updateTable('payments').set(change).where('stripeInvoiceId', '=', stripeInvoiceId).execute()

  if (costsAccess(disputeStatus)) {
    // Renewals stop first, even if the reversal fails.
    if (row.endsAt === null && RENEWED.includes(row.status))
      await stripe.subscriptions.update(stripeSubscriptionId, NOT_RENEWED)
    if (row.stripeReversalId !== null || stripeTransferId === null) return
    // Stripe refuses it if the payout account is empty, for example; `npm run admin -- payments` shows what is owed.
    await logIfRefused(deps, payment, 'reversed', async () => {
      const stripeReversalId = await reverseShare(stripe, payment, stripeTransferId)
      if (stripeReversalId !== null) await save({ stripeReversalId })
    })
    return
  }
  if (row.stripeReversalId === null || row.stripeReturnId !== null || stripeTransferId === null) return
  const transfer = await stripe.transfers.retrieve(stripeTransferId)
  const reversal = transfer.reversals.data.find(({ id }) => id === row.stripeReversalId)
  const destination = row.stripeAccountId ?? idOf(transfer.destination)
  if (!reversal || destination === null) return
  // Stripe refuses it while payouts are on hold.
  await logIfRefused(deps, payment, 'transferred again', async () =>
    save({
      stripeReturnId: await retransferShare(stripe, payment, reversal.amount, destination),
      returnedInCents: reversal.amount,
    }),
  )
}

/** Logs Stripe's refusal. Each sync and the hourly sweep (`disputesToRetry`) try again. */
async function logIfRefused(
  { log }: BillingDeps,
  { stripeChargeId }: Payment,
  what: string,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (stripeErrorKind(error) !== 'refused') throw error
    log.error(
      { event: 'dispute_share_failed', error: stripeErrorMessage(error), charge: stripeChargeId },
      `a creator’s share of a disputed payment could not be ${what}`,
    )
  }
}

/**
 * A disputed creator plan stops renewing too. Creator Mode lasts to the end of the period, because every subscription
 * to this creator ends with it. Resolves with whether anything changed. Payments are only read when one may have
 * changed: for `reread`, as for subscriptions, or when the cancellation was undone in the portal.
 */
export async function handlePlanDispute(
  deps: Pick<BillingDeps, 'stripe' | 'clock'>,
  plan: Stripe.Subscription,
  reread: string | null,
): Promise<boolean> {
  const isMarked = plan.metadata[DISPUTED_CHARGE] !== undefined
  const isRenewed = stateAtStripe(plan).endsAt === null
  if (!RENEWED.includes(plan.status) || (isMarked ? !isRenewed : reread === null)) return false
  const { stripe } = deps
  if (reread === 'everything' && !isMarked) {
    const charges = await chargesOf(deps, idOf(plan.customer))
    if (!charges.some(({ disputed }) => disputed)) return false
  }
  const charge = await disputedCharge(stripe, plan.id)
  if (charge === null && !isMarked) return false
  await stripe.subscriptions.update(plan.id, {
    ...(charge !== null && isRenewed && NOT_RENEWED),
    metadata: { [DISPUTED_CHARGE]: charge ?? '' },
  })
  return true
}

/** Whether a payment of this plan is disputed, or its dispute was lost. */
export const isDisputedPlan = async (
  { stripe }: Pick<BillingDeps, 'stripe'>,
  { id, metadata }: Stripe.Subscription,
) => metadata[DISPUTED_CHARGE] !== undefined && (await disputedCharge(stripe, id)) !== null

async function disputedCharge(stripe: Stripe, subscription: string): Promise<string | null> {
  const { data: invoices } = await stripe.invoices.list({
    subscription,
    status: 'paid',
    limit: INVOICES_MAX,
    expand: ['data.payments'],
  })
  for (const invoice of invoices) {
    const payment = await paymentOf(stripe, invoice)
    if (payment && costsAccess(payment.disputeStatus)) return payment.stripeChargeId
  }
  return null
}

/** The id of the reversal; null when nothing is left to reverse. */
async function reverseShare(stripe: Stripe, payment: Payment, transferId: string): Promise<string | null> {
  const { stripeChargeId } = payment
  const transfer = await stripe.transfers.retrieve(transferId)
  const isOurs = ({ metadata }: Stripe.TransferReversal) => metadata?.['charge'] === stripeChargeId
  const amount = Math.min(shareOf(payment), transfer.amount - transfer.amount_reversed)
  if (amount <= 0 && !transfer.reversals.data.some(isOurs)) return null
  const reversal = await findOrCreate(
    `dispute:${stripeChargeId}`,
    async () => (await stripe.transfers.retrieve(transferId)).reversals.data.find(isOurs) ?? null,
    (options) =>
      stripe.transfers.createReversal(transferId, { amount, metadata: { charge: stripeChargeId } }, options),
  )
  return reversal.id
}

/** The id of the transfer that returns the amount to the creator. */
async function retransferShare(
  stripe: Stripe,
  { stripeChargeId }: Payment,
  amount: number,
  destination: string,
): Promise<string> {
  const group = `dispute-won:${stripeChargeId}`
  const transfer = await findOrCreate(
    group,
    async () => (await stripe.transfers.list({ transfer_group: group, limit: 1 })).data[0] ?? null,
    (options) =>
      stripe.transfers.create({ amount, currency: 'usd', destination, transfer_group: group }, options),
  )
  return transfer.id
}

/** The creator's share that was not refunded, in US cents. */
const shareOf = ({ amountInCents, feeInCents, refundedInCents, feeRefundedInCents }: Payment) =>
  amountInCents - refundedInCents - (feeInCents - feeRefundedInCents)
