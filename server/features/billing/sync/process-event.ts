// Job: processes one stored Stripe event. The event is only a hint about which object to sync.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { forgetDeletedCustomer } from '../customer.ts'
import { applyDefaultCards } from './default-card.ts'
import { refundForFraud } from '../refund-charge.ts'
import { idOf } from '../rules.ts'
import { type BillingDeps, TABLES } from '../store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'

/** Passed in by the creators feature. */
type Payouts = {
  syncAccount: (accountId: string) => Promise<void>
  syncPayout: (accountId: string, payoutId: string) => Promise<void>
}

/** Throws errors of the SDK, and the queue retries the job. */
export async function processEvent(
  deps: BillingDeps,
  eventId: string,
  { syncAccount, syncPayout }: Payouts,
): Promise<void> {
  const { db, clock } = deps
  const event = await db.selectFrom('stripeEvents').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!event) return
  const { type, subject, account } = event
  if (account !== null) await syncPayout(account, subject)
  else if (type.startsWith('v2.core.account')) await syncAccount(subject)
  else if (type === 'customer.deleted') await removeDeletedCustomer(deps, subject)
  else if (type === 'customer.updated') await applyDefaultCards(deps, subject)
  else if (subject.startsWith('sub_')) await syncBillingRecord(deps, subject)
  else if (/^(ch|py)_/.test(subject)) await syncCharge(deps, type, subject)
  await db.updateTable('stripeEvents').set({ doneAt: clock.now() }).where('id', '=', eventId).execute()
}

async function syncCharge(deps: BillingDeps, type: string, chargeId: string): Promise<void> {
  const subscription = await subscriptionOfCharge(deps, chargeId)
  if (subscription === null) return
  if (type === 'refund.failed')
    deps.log.error(
      { event: 'refund_failed', charge: chargeId },
      'a refund was rejected by the card’s bank; refund the person in another way',
    )
  if (type === 'radar.early_fraud_warning.created') await refundForFraud(deps, chargeId, subscription)
  await syncBillingRecord(deps, subscription, chargeId)
}

/** The Stripe id of the subscription a charge paid for; null for other charges. */
async function subscriptionOfCharge({ db, stripe }: BillingDeps, chargeId: string): Promise<string | null> {
  const known = await db
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscriptionId')
    .select('s.stripeSubscriptionId')
    .where('p.stripeChargeId', '=', chargeId)
    .executeTakeFirst()
  if (known) return known.stripeSubscriptionId
  const charge = await nullIfMissing(stripe.charges.retrieve(chargeId))
  const intent = idOf(charge?.payment_intent)
  if (intent === null) return null
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    expand: ['data.invoice'],
  })
  const invoice = data[0]?.invoice
  if (!invoice || typeof invoice === 'string' || !('parent' in invoice)) return null
  return idOf(invoice.parent?.subscription_details?.subscription)
}

/**
 * Deleting a customer at Stripe ends all of their subscriptions. The person gets a new customer with the next payment.
 */
async function removeDeletedCustomer(deps: BillingDeps, customerId: string): Promise<void> {
  const { db } = deps
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('stripeCustomerId', '=', customerId)
    .executeTakeFirst()
  if (!person) return
  for (const [table, payer] of [
    [TABLES.subscription, 'subscriberId'],
    [TABLES.plan, 'userId'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select('stripeSubscriptionId')
      .where(payer as never, '=', person.id as never)
      .where('stripeSubscriptionId', 'is not', null)
      .execute()
    for (const { stripeSubscriptionId } of rows)
      if (stripeSubscriptionId !== null) await syncBillingRecord(deps, stripeSubscriptionId)
  }
  // This comes last, because a retry finds the person by this id.
  await forgetDeletedCustomer(deps, customerId)
}

async function nullIfMissing<T>(response: Promise<Stripe.Response<T>>): Promise<T | null> {
  try {
    return await response
  } catch (error) {
    if (stripeErrorKind(error) === 'missing') return null
    throw error
  }
}
