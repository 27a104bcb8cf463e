// Works off one event of the inbox: what it says is only a hint at whom to ask about.
import type Stripe from 'stripe'
import { stripeErrorKind } from '#server/adapters/stripe.ts'
import { forgetDeletedCustomer } from './customer.ts'
import { followDefaultCards } from './default-card.ts'
import { refundForFraud } from './refund.ts'
import { idOf } from './rules.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'
import { TABLES } from './store.ts'

/** `syncAccount` belongs to the creators' side. Throws when Stripe can't be asked; the queue then tries again. */
export async function processEvent(
  deps: BillingDeps,
  eventId: string,
  syncAccount: (accountId: string) => Promise<void>,
): Promise<void> {
  const { db, clock } = deps
  const event = await db.selectFrom('stripeEvents').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!event) return
  const { type, subject } = event
  if (type.startsWith('v2.core.account')) await syncAccount(subject)
  else if (type === 'customer.deleted') await customerDeleted(deps, subject)
  else if (type === 'customer.updated') await followDefaultCards(deps, subject)
  else if (subject.startsWith('sub_')) await syncBillingRecord(deps, subject)
  else if (/^(ch|py)_/.test(subject)) await chargeChanged(deps, type, subject)
  await db.updateTable('stripeEvents').set({ doneAt: clock.now() }).where('id', '=', eventId).execute()
}

async function chargeChanged(deps: BillingDeps, type: string, chargeId: string): Promise<void> {
  const subscription = await subscriptionOfCharge(deps, chargeId)
  if (subscription === null) return
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
  const charge = await orNull(stripe.charges.retrieve(chargeId))
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

/** Deleting a customer ends all that was charged to them; the person may become a customer again. */
async function customerDeleted(deps: BillingDeps, customerId: string): Promise<void> {
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
  // Last, for it is by this id that a second try finds the person.
  await forgetDeletedCustomer(deps, customerId)
}

async function orNull<T>(asked: Promise<Stripe.Response<T>>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (stripeErrorKind(error) === 'missing') return null
    throw error
  }
}
