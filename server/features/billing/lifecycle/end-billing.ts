// Ends everything a leaving person pays for or is paid for, and refunds what is due (spec answer 40).
import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { Problem } from '#shared/problems.ts'
import { cancelAtPeriodEnd } from './cancel-subscription.ts'
import { forgetDeletedCustomer } from '../customer.ts'
import { refundPayment } from './refund.ts'
import { endNow, refundForFraud, unlessDisputed } from '../refund-charge.ts'
import { isLive, LIVE } from '../rules.ts'
import { type BillingDeps, type Kind } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { paymentOf } from '../sync/sync-payments.ts'

type Bill = { id: string; kind: Kind; status: (typeof LIVE)[number]; stripeSubscriptionId: string | null }

/**
 * `since`: when the person asked to leave. From then on subscribers couldn't read what they had paid for, so payments
 * whose period ends later are refunded to them. The person gets a refund of what they were charged after that.
 * Everything ends before anything is refunded, so that nobody keeps paying if a refund fails. Every step can be
 * repeated. Throws errors of the SDK, and the job is retried.
 */
export async function endBillingOf(deps: BillingDeps, userId: string, since: Date): Promise<void> {
  const { db } = deps
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['id', 'subscriberId', 'creatorId', 'status', 'stripeSubscriptionId', 'priceInCents'])
    .where((eb) => eb.or([eb('subscriberId', '=', userId), eb('creatorId', '=', userId)]))
    .where(isLiveOrEnded(since))
    .execute()
  for (const row of subscriptions.filter(({ status }) => isLive(status)))
    await end(deps, { ...row, kind: 'subscription' } as Bill)
  const plans = await db
    .selectFrom('creatorPlans')
    .select(['id', 'status', 'stripeSubscriptionId'])
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('status', 'in', LIVE), eb('endsAt', '>=', since)]))
    .execute()
  for (const plan of plans.filter(({ status }) => isLive(status)))
    await end(deps, { ...plan, kind: 'plan' } as Bill)
  for (const row of subscriptions) {
    const isOwn = row.subscriberId === userId
    await refundDue(deps, row.id, since, isOwn)
    if (!isOwn && row.status !== 'incomplete') await emailSubscriber(deps, row)
  }
  for (const { stripeSubscriptionId } of plans)
    if (stripeSubscriptionId !== null) await refundPlan(deps, stripeSubscriptionId, since)
  await deleteCustomer(deps, userId)
}

/** Subscriptions that an earlier run of this job ended may still need a refund. */
const isLiveOrEnded = (since: Date) => (eb: ExpressionBuilder<DB, 'subscriptions'>) =>
  eb.or([
    eb('status', 'in', LIVE),
    eb.and([eb('status', '=', 'canceled'), eb('endedBy', '=', 'payments'), eb('endsAt', '>=', since)]),
  ])

async function refundDue(deps: BillingDeps, subscriptionId: string, since: Date, isOwn: boolean) {
  const due = await deps.db
    .selectFrom('payments')
    .select('stripeInvoiceId')
    .where('subscriptionId', '=', subscriptionId)
    .where(isOwn ? 'paidAt' : 'periodEnd', '>', since)
    .whereRef('refundedInCents', '<', 'amountInCents')
    .execute()
  for (const { stripeInvoiceId } of due)
    await unlessDisputed(refundPayment(deps, stripeInvoiceId, { andEnd: false, cause: 'leaving' }))
}

/** Plans have no rows in `payments`, so this reads their invoices from Stripe. */
async function refundPlan(deps: BillingDeps, stripeSubscriptionId: string, since: Date): Promise<void> {
  const { data: invoices } = await deps.stripe.invoices.list({
    subscription: stripeSubscriptionId,
    status: 'paid',
    limit: 2,
    expand: ['data.payments'],
  })
  for (const invoice of invoices) {
    const payment = await paymentOf(deps.stripe, invoice)
    if (payment && payment.paidAt > since && payment.refundedInCents < payment.amountInCents)
      await refundForFraud(deps, payment.stripeChargeId, stripeSubscriptionId)
  }
}

async function end(deps: BillingDeps, bill: Bill): Promise<void> {
  const { stripeSubscriptionId } = bill
  if (stripeSubscriptionId !== null && bill.status !== 'incomplete') {
    await endNow(deps.stripe, stripeSubscriptionId)
    await syncBillingRecord(deps, stripeSubscriptionId)
    return
  }
  // An attempt that was never paid.
  await cancelAtPeriodEnd(deps, bill).catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === 'subscription_ended')) throw error
  })
}

/** Its id is the subscription's, so that a repeated job sends it once. */
async function emailSubscriber(
  { db, clock }: BillingDeps,
  { id, subscriberId, priceInCents }: { id: string; subscriberId: string; priceInCents: number },
): Promise<void> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', subscriberId)
    .executeTakeFirstOrThrow()
  const { refunded } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.max('refundedInCents'), eb.lit(0)).as('refunded'))
    .where('subscriptionId', '=', id)
    .executeTakeFirstOrThrow()
  const data = { priceInCents, refundedInCents: refunded }
  await queueEmail(db, clock, { id, name: 'creatorLeft', to: email, data })
}

/** Removes the email and the cards at Stripe, which keeps the charges. */
async function deleteCustomer(deps: BillingDeps, userId: string): Promise<void> {
  const { stripeCustomerId } = await deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (stripeCustomerId === null) return
  await deps.stripe.customers.del(stripeCustomerId)
  await forgetDeletedCustomer(deps, stripeCustomerId)
}
