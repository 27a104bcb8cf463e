// Brings everything about one plan or subscription up to date: its state, card, payments and disputes.
import { applyDefaultCard } from './default-card.ts'
import { collectRefundedShares } from './collect-refunded-share.ts'
import { emailPlanReceipt } from '../notices/email-receipt.ts'
import { handleDisputes, handlePlanDispute } from './handle-dispute.ts'
import type { BillingDeps } from '../store.ts'
import { syncPayments } from './sync-payments.ts'
import { type Synced, syncSubscription } from './sync-subscription.ts'
import { settleOverdue } from './settle-overdue.ts'
import { setDraftFee } from '../tax/set-draft-fee.ts'
import { settleUntaxedDraft } from '../tax/untaxed-draft.ts'
import { voidOpenInvoices } from '../void-unpaid.ts'

/** `reread` is as for `syncPayments`. Resolves with null when the subscription isn't ours. */
export async function syncBillingRecord(
  deps: BillingDeps,
  stripeSubscriptionId: string,
  reread: string | null = null,
): Promise<Synced | null> {
  const synced = await syncSubscription(deps, stripeSubscriptionId)
  if (!synced) return null
  if (hasUnpaidInvoiceAfterEnd(synced.subscription)) await voidOpenInvoices(deps, stripeSubscriptionId)
  await applyDefaultCard(deps, synced.subscription)
  if (synced.kind === 'subscription') await setDraftFee(deps, synced.id, synced.subscription)
  if (synced.kind === 'plan') await emailPlanReceipt(deps, synced)
  const isDisputed =
    synced.kind === 'plan'
      ? await handlePlanDispute(deps, synced.subscription, reread)
      : await handleDisputes(
          deps,
          await syncPayments(deps, synced.id, synced.subscription, reread),
          stripeSubscriptionId,
        )
  if (reread !== null && synced.kind === 'subscription') await collectRefundedShares(deps, synced.id)
  // A dispute changes the subscription at Stripe.
  const after = isDisputed ? await syncSubscription(deps, stripeSubscriptionId) : synced
  const isSettled =
    after !== null &&
    ((await settleUntaxedDraft(deps, after)) || (await settleOverdue(deps, after.subscription)))
  return isSettled ? await syncSubscription(deps, stripeSubscriptionId) : after
}

/** If the last payment failed, its invoice stays open and could still be paid in the portal, without giving access. */
const hasUnpaidInvoiceAfterEnd = ({ status, latest_invoice: invoice }: Synced['subscription']): boolean =>
  status === 'canceled' &&
  typeof invoice === 'object' &&
  (invoice?.status === 'open' || invoice?.status === 'draft')
