// What a disputed payment calls for: nothing more is charged, and a creator's share comes back until it is won.
import type Stripe from 'stripe'
import type { BillingDeps } from './sync-subscription.ts'
import { findOrCreate, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { costsAccess, DISPUTE_ENDED, factsOf, idOf } from './rules.ts'
import { chargesOf, type Payment, paymentOf } from './sync-payments.ts'

const RENEWED = ['active', 'trialing', 'past_due']
const NOT_RENEWED = { cancel_at_period_end: true, cancellation_details: { comment: DISPUTE_ENDED } }
/** Of a disputed plan Stripe keeps which charge it was: payments of plans are not written down here. */
const MARK = 'disputed_charge'
/** Months in which a payment can be disputed (https://docs.stripe.com/disputes/how-disputes-work), and one more. */
const INVOICES_MAX = 6

/**
 * Done once for each dispute, however often it is looked at: both transfers are named after the charge, looked for before
 * they are made, and written down. The subscription is not renewed on a card whose owner disputes; a won dispute gives
 * access back until it ends.
 * Source: https://docs.stripe.com/connect/disputes
 */
export async function handleDispute(
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
  const write = (
    change: { stripeReversalId: string } | { stripeReturnId: string; returnedInCents: number },
  ) => db.updateTable('payments').set(change).where('stripeInvoiceId', '=', stripeInvoiceId).execute()

  if (costsAccess(disputeStatus)) {
    // First of all nothing more is charged, whatever becomes of the money.
    if (row.endsAt === null && RENEWED.includes(row.status))
      await stripe.subscriptions.update(stripeSubscriptionId, NOT_RENEWED)
    if (row.stripeReversalId !== null || stripeTransferId === null) return
    // Refused when the payout account is empty, say; `npm run admin -- payments` shows what is owed.
    await unlessRefused(deps, payment, 'reversed', async () => {
      const stripeReversalId = await reverseShare(stripe, payment, stripeTransferId)
      if (stripeReversalId !== null) await write({ stripeReversalId })
    })
    return
  }
  if (row.stripeReversalId === null || row.stripeReturnId !== null || stripeTransferId === null) return
  const transfer = await stripe.transfers.retrieve(stripeTransferId)
  const reversal = transfer.reversals.data.find(({ id }) => id === row.stripeReversalId)
  const destination = row.stripeAccountId ?? idOf(transfer.destination)
  if (!reversal || destination === null) return
  // Refused while payouts are on hold.
  await unlessRefused(deps, payment, 'transferred again', async () =>
    write({
      stripeReturnId: await retransferShare(stripe, payment, reversal.amount, destination),
      returnedInCents: reversal.amount,
    }),
  )
}

/** What Stripe refuses is logged, and tried again with each sync and by the hourly sweep (`disputesToRetry`). */
async function unlessRefused(
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
      { error: stripeErrorMessage(error), charge: stripeChargeId },
      `a creator’s share of a disputed payment could not be ${what}`,
    )
  }
}

/**
 * A creator plan is not renewed either. Creator Mode lasts until then, for its end is also that of every subscription to
 * this creator. Says whether something was changed. Stripe is only asked about payments when something may be known of
 * one: `again`, as for subscriptions, or when the end was taken back in the portal.
 */
export async function handlePlanDispute(
  deps: Pick<BillingDeps, 'stripe' | 'clock'>,
  plan: Stripe.Subscription,
  again: string | null,
): Promise<boolean> {
  const isMarked = plan.metadata[MARK] !== undefined
  const isRenewed = factsOf(plan).endsAt === null
  if (!RENEWED.includes(plan.status) || (isMarked ? !isRenewed : again === null)) return false
  const { stripe } = deps
  if (again === 'everything' && !isMarked) {
    const charges = await chargesOf(deps, idOf(plan.customer))
    if (!charges.some(({ disputed }) => disputed)) return false
  }
  const charge = await disputedCharge(stripe, plan.id)
  if (charge === null && !isMarked) return false
  await stripe.subscriptions.update(plan.id, {
    ...(charge !== null && isRenewed && NOT_RENEWED),
    metadata: { [MARK]: charge ?? '' },
  })
  return true
}

/** Whether this is a plan with a payment that is still disputed, or was lost. */
export const isDisputedPlan = async (
  { stripe }: Pick<BillingDeps, 'stripe'>,
  { id, metadata }: Stripe.Subscription,
) => metadata[MARK] !== undefined && (await disputedCharge(stripe, id)) !== null

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

/** The id of the reversal; null when there is nothing left to be taken back. */
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

/** The id of the transfer with which the creator has the amount again. */
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

/** The creator's part that has not been given back by refunds, in US cents. */
const shareOf = ({ amountInCents, feeInCents, refundedInCents, feeRefundedInCents }: Payment) =>
  amountInCents - refundedInCents - (feeInCents - feeRefundedInCents)
