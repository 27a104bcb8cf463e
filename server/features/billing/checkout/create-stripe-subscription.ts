// Finds or creates the Stripe subscription of a payment attempt: one for each row, however often it is asked for.
import type Stripe from 'stripe'
import { isUnanswered, stripeErrorCode, stripeErrorKind, stripeErrorParam } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { sharedCalls, waitForIdempotencyKey } from './concurrent-calls.ts'
import { customerOf, forgetDeletedCustomer } from './customer.ts'
import { type BillingDeps, type Kind, TABLES } from '../store.ts'
import { voidUnpaid } from '../lifecycle/void-unpaid.ts'

/** A row that is written before Stripe is called, with exactly the terms that Stripe gets. */
export type PaymentAttempt = {
  kind: Kind
  id: string
  payerId: string
  stripeSubscriptionId: string | null
  stripePriceId: string
  /** The creator's side of a subscription; null for plans, which pay nobody else. */
  share: { feePercent: number; stripeAccountId: string } | null
  /** The terms have changed since: this attempt is voided and a new one starts. */
  isStale: boolean
}

const EXPAND = ['latest_invoice.confirmation_secret']
const shareCall = sharedCalls<Stripe.Subscription | null>()

/**
 * The attempt's subscription, with its invoice and secret expanded. Null when the row is expired, so that the next try
 * starts a new one. The idempotency key is the row's id, and stays the same after an answer that was lost. Throws
 * `creator_paused` and errors of the SDK.
 */
export async function stripeSubscriptionOf(
  deps: BillingDeps,
  attempt: PaymentAttempt,
): Promise<Stripe.Subscription | null> {
  const key = `${attempt.id} ${attempt.stripeSubscriptionId} ${attempt.isStale}`
  return await shareCall(deps.stripe, key, () => findOrCreateSubscription(deps, attempt))
}

async function findOrCreateSubscription(
  deps: BillingDeps,
  attempt: PaymentAttempt,
): Promise<Stripe.Subscription | null> {
  const { stripe } = deps
  if (attempt.stripeSubscriptionId !== null)
    return await stripe.subscriptions.retrieve(attempt.stripeSubscriptionId, { expand: EXPAND })
  const customer = await customerOf(deps, attempt.payerId)
  let subscription: Stripe.Subscription | null
  try {
    // Stripe refuses stale terms, because the old price is archived.
    subscription = attempt.isStale
      ? await findCreated(stripe, attempt, customer)
      : await createOrPickUp(deps, attempt, customer)
    if (!subscription) {
      await expire(deps, attempt)
      return null
    }
  } catch (error) {
    // Nobody knows whether Stripe created it. The row stays, and the next try uses the same idempotency key.
    if (isUnanswered(error)) throw error
    subscription = stripeErrorKind(error) === 'unsure' ? await findCreated(stripe, attempt, customer) : null
    if (!subscription) {
      await expire(deps, attempt)
      if (stripeErrorKind(error) === 'missing' && stripeErrorParam(error) === 'customer') {
        await forgetDeletedCustomer(deps, customer)
        return null
      }
      // Stripe restricted the creator's account, and its webhook has not arrived yet.
      if (stripeErrorCode(error) === 'insufficient_capabilities_for_transfer')
        throw new Problem('creator_paused')
      throw error
    }
  }
  if (await attach(deps, attempt, subscription.id)) return subscription
  // Another request expired the row in the meantime, and a subscription without a row must not be paid.
  await voidUnpaid(deps, subscription)
  return null
}

/** While another server creates the subscription Stripe refuses this call; the one that server stores is ours. */
async function createOrPickUp(
  { db, stripe }: BillingDeps,
  attempt: PaymentAttempt,
  customer: string,
): Promise<Stripe.Subscription> {
  return await waitForIdempotencyKey(
    () => create(stripe, attempt, customer),
    async () => {
      const row = await db
        .selectFrom(TABLES[attempt.kind])
        .select('stripeSubscriptionId')
        .where('id', '=', attempt.id)
        .executeTakeFirst()
      return row?.stripeSubscriptionId
        ? await stripe.subscriptions.retrieve(row.stripeSubscriptionId, { expand: EXPAND })
        : null
    },
  )
}

function create(
  stripe: Stripe,
  { kind, id, stripePriceId, share }: PaymentAttempt,
  customer: string,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create(
    {
      customer,
      items: [{ price: stripePriceId }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      metadata: { kind, row_id: id },
      expand: EXPAND,
      ...(share && {
        application_fee_percent: share.feePercent,
        transfer_data: { destination: share.stripeAccountId },
      }),
    },
    { idempotencyKey: `${kind === 'plan' ? 'plan' : 'sub'}:${id}` },
  )
}

/** The subscription of a call whose answer was lost or was an error; null when Stripe created none. */
async function findCreated(
  stripe: Stripe,
  { id }: PaymentAttempt,
  customer: string,
): Promise<Stripe.Subscription | null> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const found = data.find(({ metadata }) => metadata['row_id'] === id)
  return found ? stripe.subscriptions.retrieve(found.id, { expand: EXPAND }) : null
}

/** False when the row is no longer incomplete, or has another subscription. */
async function attach(
  { db }: BillingDeps,
  { kind, id }: PaymentAttempt,
  stripeSubscriptionId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(TABLES[kind])
    .set({ stripeSubscriptionId })
    .where('id', '=', id)
    .where('status', '=', 'incomplete')
    .where((eb) =>
      eb.or([eb('stripeSubscriptionId', '=', stripeSubscriptionId), eb('stripeSubscriptionId', 'is', null)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Ends an attempt that has no known subscription. If Stripe did create one, its secret never left the server, so nobody
 * can pay it, and Stripe expires it after 23 hours. The idempotency key is used up, so the next try needs a new row.
 */
async function expire({ db, clock }: BillingDeps, { kind, id }: PaymentAttempt): Promise<void> {
  await db
    .updateTable(TABLES[kind])
    .set({ status: 'incomplete_expired', updatedAt: clock.now() })
    .where('id', '=', id)
    .where('stripeSubscriptionId', 'is', null)
    .execute()
}
