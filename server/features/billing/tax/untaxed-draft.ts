// Handles renewals whose tax Stripe can't calculate: nothing is charged, and the draft waits until the tax can be
// calculated.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { billFacts } from '../notices/email-state-changes.ts'
import { emailOnce } from '../notices/email-once.ts'
import { stateAtStripe, TAX_ENDED } from '../rules.ts'
import type { BillingDeps } from '../store.ts'
import type { Synced } from '../sync/sync-subscription.ts'
import { taxOn } from './tax-rules.ts'

/** Metadata of an invoice that waits for its tax rather than because of a pause or a cancellation. */
const WAITS = 'waits_for_tax'
const DAY_MS = 86_400_000

/**
 * Stripe may finalize such a draft without tax, so this stops it and emails the payer. Each sync tries again. Without a
 * usable address, the subscription ends after the grace period. Resolves with whether anything changed at Stripe.
 */
export async function settleUntaxedDraft(
  deps: BillingDeps,
  { kind, id, subscription }: Synced,
): Promise<boolean> {
  const { stripe, clock, config, log } = deps
  const { latest_invoice: draft } = subscription
  if (typeof draft !== 'object' || draft?.status !== 'draft' || !draft.automatic_tax.enabled) return false
  // Paused or canceled, so it won't be charged anyway.
  if (subscription.pause_collection !== null || stateAtStripe(subscription).endsAt !== null) return false
  const isWaiting = draft.metadata?.[WAITS] !== undefined
  if (taxOn(draft) !== null && !isWaiting) return false
  try {
    // Stripe recalculates the tax when a draft is updated.
    const { automatic_tax: tax, ...now } = await stripe.invoices.update(draft.id, {
      auto_advance: false,
      metadata: { [WAITS]: 'true' },
    })
    if (now.status !== 'draft') return true
    if (tax.status === 'complete') {
      await stripe.invoices.update(draft.id, { auto_advance: true, metadata: { [WAITS]: '' } })
      return true
    }
    if (tax.status !== 'requires_location_inputs') {
      log.error({ event: 'tax_failed', invoice: draft.id }, 'a renewal waits for its tax')
      return !isWaiting
    }
    await emailAddressNeeded(deps, kind, id, draft)
    const isOver = clock.now().getTime() > draft.created * 1000 + config.pastDueGraceDays * DAY_MS
    if (isOver)
      await stripe.subscriptions.cancel(subscription.id, { cancellation_details: { comment: TAX_ENDED } })
    return !isWaiting || isOver
  } catch (error) {
    // Stripe has finalized it, or another sync has already done this.
    if (stripeErrorKind(error) !== 'refused' && stripeErrorKind(error) !== 'missing') throw error
    return true
  }
}

async function emailAddressNeeded(
  { db, clock, config }: BillingDeps,
  kind: Synced['kind'],
  id: string,
  draft: Stripe.Invoice,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const bill =
      kind === 'plan'
        ? await trx
            .selectFrom('creatorPlans')
            .select(['id', 'userId as payerId', 'priceInCents', 'taxInCents', 'immediateAccessRequestedAt'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        : await trx
            .selectFrom('subscriptions')
            .select(['id', 'subscriberId as payerId', 'creatorId', 'priceInCents', 'taxInCents'])
            .select('immediateAccessRequestedAt')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
    const { creator } = await billFacts(trx, { creatorId: null, ...bill, kind })
    const until = new Date(draft.created * 1000 + config.pastDueGraceDays * DAY_MS)
    await emailOnce(trx, clock, {
      userId: bill.payerId,
      name: 'addressNeeded',
      cause: draft.id ?? '',
      data: { creator, until: until.toISOString() },
    })
  })
}

/**
 * Called after a change of the address: retries everything of this person that waits for its tax. Throws errors of the
 * SDK.
 */
export async function retryTaxes(
  { db }: Pick<BillingDeps, 'db'>,
  userId: string,
  sync: (stripeSubscriptionId: string) => Promise<unknown>,
): Promise<void> {
  const waiting = (table: 'subscriptions' | 'creatorPlans', payer: 'subscriberId' | 'userId') =>
    db
      .selectFrom(table)
      .select('stripeSubscriptionId')
      .where(payer as never, '=', userId as never)
      .where('hasUnpaidInvoice', '=', true)
      .where('taxInCents', 'is not', null)
      .execute()
  const rows = [
    ...(await waiting('subscriptions', 'subscriberId')),
    ...(await waiting('creatorPlans', 'userId')),
  ]
  for (const { stripeSubscriptionId } of rows)
    if (stripeSubscriptionId !== null) await sync(stripeSubscriptionId)
}
