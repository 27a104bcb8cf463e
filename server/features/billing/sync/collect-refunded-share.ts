// Takes back a creator's share of refunded payments that Stripe didn't reverse together with the refund.
import type Stripe from 'stripe'
import { findOrCreate, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { costsAccess, owedInCents } from '../rules.ts'
import { type BillingDeps, refundedShares } from '../store.ts'

/**
 * First reverses the share that was transferred again after a won dispute, then the charge's own transfer. Repeating it
 * changes nothing: each reversal is named after the charge and searched for before it is created. If Stripe refuses,
 * this is logged, `npm run admin -- payments` shows the share as owed, and the hourly sweep tries again.
 */
export async function collectRefundedShares(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const rows = await refundedShares(deps.db).where('p.subscriptionId', '=', subscriptionId).execute()
  for (const row of rows.filter(({ disputeStatus }) => !costsAccess(disputeStatus)))
    try {
      await collect(deps, row)
    } catch (error) {
      if (stripeErrorKind(error) !== 'refused') throw error
      deps.log.error(
        { event: 'refund_share_failed', error: stripeErrorMessage(error), charge: row.stripeChargeId },
        'a creator’s share of a refunded payment could not be reversed',
      )
    }
}

type Row = Awaited<ReturnType<ReturnType<typeof refundedShares>['execute']>>[number]

async function collect({ db, stripe }: BillingDeps, row: Row): Promise<void> {
  const { stripeChargeId, stripeReturnId, stripeTransferId } = row
  const payments = () => db.updateTable('payments').where('stripeChargeId', '=', stripeChargeId)
  let owed = owedInCents(row)
  if (stripeReturnId !== null && owed > 0) {
    const { amount, amount_reversed } = await reverse(stripe, stripeReturnId, stripeChargeId, owed)
    const returnedInCents = amount - amount_reversed
    await payments().set({ returnedInCents }).where('returnedInCents', '>', returnedInCents).execute()
    owed -= Math.max(0, row.returnedInCents - returnedInCents)
  }
  if (stripeTransferId !== null && owed > 0) {
    const { amount_reversed: reversedInCents } = await reverse(stripe, stripeTransferId, stripeChargeId, owed)
    await payments().set({ reversedInCents }).where('reversedInCents', '<', reversedInCents).execute()
  }
}

/** Metadata of the reversal. */
const REFUNDED_CHARGE = 'refunded_charge'

/** Reverses up to `cents` of a transfer, once for each charge. Resolves with the transfer afterwards. */
async function reverse(
  stripe: Stripe,
  transferId: string,
  charge: string,
  cents: number,
): Promise<Stripe.Transfer> {
  const transfer = await stripe.transfers.retrieve(transferId)
  const amount = Math.min(cents, transfer.amount - transfer.amount_reversed)
  const find = async () =>
    (await stripe.transfers.retrieve(transferId)).reversals.data.find(
      ({ metadata }) => metadata?.[REFUNDED_CHARGE] === charge,
    ) ?? null
  if (amount > 0)
    await findOrCreate(`refunded-share:${transferId}`, find, (options) =>
      stripe.transfers.createReversal(
        transferId,
        { amount, metadata: { [REFUNDED_CHARGE]: charge } },
        options,
      ),
    )
  return await stripe.transfers.retrieve(transferId)
}
