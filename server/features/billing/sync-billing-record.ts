// Brings everything about one plan or subscription up to date: its standing, its payments, its disputes.
import { followDefaultCard } from './default-card.ts'
import { handleDispute, handlePlanDispute } from './handle-dispute.ts'
import { syncPayments } from './sync-payments.ts'
import { type Synced, syncSubscription, type BillingDeps } from './sync-subscription.ts'
import { voidUnpaid } from './void-unpaid.ts'

/**
 * `again`: a charge to be read once more, because it was refunded or disputed, or `everything` (`syncPayments`). Null for
 * what is none of ours.
 */
export async function syncBillingRecord(
  deps: BillingDeps,
  stripeSubscriptionId: string,
  again: string | null = null,
): Promise<Synced | null> {
  const synced = await syncSubscription(deps, stripeSubscriptionId)
  if (synced && isOwedForNothing(synced.subscription)) await voidUnpaid(deps, synced.subscription)
  if (!synced) return null
  await followDefaultCard(deps, synced.subscription)
  if (synced.kind === 'plan') {
    const isChanged = await handlePlanDispute(deps, synced.subscription, again)
    return isChanged ? await syncSubscription(deps, stripeSubscriptionId) : synced
  }
  const payments = await syncPayments(deps, synced.id, synced.subscription, again)
  for (const payment of payments) await handleDispute(deps, payment, stripeSubscriptionId)
  if (!payments.some(({ disputeStatus }) => disputeStatus !== null)) return synced
  return await syncSubscription(deps, stripeSubscriptionId)
}

/** What is over has an open invoice when its last payment failed; in the portal it could still be paid, for no access. */
const isOwedForNothing = ({ status, latest_invoice: invoice }: Synced['subscription']): boolean =>
  status === 'canceled' && typeof invoice === 'object' && invoice?.status === 'open'
