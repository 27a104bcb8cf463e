// Asks Stripe for a subscription that waits for its first payment; the same for creator plans and subscriptions.
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { isUnanswered, stripeErrorCode, stripeErrorKind, stripeErrorParam } from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { customerOf, forgetDeletedCustomer } from './customer.ts'
import { type Kind, TABLES } from './store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import { voidUnpaid } from './void-unpaid.ts'

/** A row that was written before Stripe is called, with exactly the terms Stripe is told. */
export type PaymentAttempt = {
  kind: Kind
  id: string
  payerId: string
  stripeSubscriptionId: string | null
  stripePriceId: string
  /** Who else is paid, for subscriptions to a creator. */
  share: { feePercent: number; stripeAccountId: string } | null
  /** The terms have changed since: this one is taken back and another one begun. */
  isStale: boolean
}
export type Needs = Pick<Deps, 'db' | 'clock' | 'stripe' | 'config' | 'log'>

const EXPAND = ['latest_invoice.confirmation_secret']
/** For who has just paid, and is not to be told that they were not charged. */
export const MAYBE_PAID_MESSAGE =
  'We can’t reach the payment provider right now. If your payment went through, it will appear here in a moment.'

/**
 * The secret with which the browser pays, or null when the row is to be looked at again: it was paid meanwhile, has run
 * out, or was taken back because its terms are stale. Nothing is ever made twice: the call is named after the row, and
 * after an answer that never came it is made again under the same name. Throws `payment_in_progress`,
 * `creator_paused`, and errors of the SDK.
 */
export async function beginPayment(deps: Needs, attempt: PaymentAttempt): Promise<string | null> {
  const subscription = await subscriptionInProgress(deps, attempt)
  if (!subscription) return null
  if (subscription.status !== 'incomplete' || attempt.isStale) {
    if (subscription.status === 'incomplete') await voidUnpaid(deps, subscription)
    await syncBillingRecord(deps, subscription.id)
    return null
  }
  const secret = invoiceOf(subscription)?.confirmation_secret?.client_secret
  if (!secret) throw new Problem('payment_in_progress', { retryAfterSeconds: 5 })
  return secret
}

const IN_PROGRESS = new WeakMap<Stripe, Map<string, Promise<Stripe.Subscription | null>>>()

/** Requests for the same row, as of two tabs, share one call of this server; whoever comes later has the first one's. */
async function subscriptionInProgress(
  deps: Needs,
  attempt: PaymentAttempt,
): Promise<Stripe.Subscription | null> {
  const all = IN_PROGRESS.get(deps.stripe) ?? new Map<string, Promise<Stripe.Subscription | null>>()
  IN_PROGRESS.set(deps.stripe, all)
  const name = `${attempt.id} ${attempt.stripeSubscriptionId} ${attempt.isStale}`
  const first = all.get(name)
  if (first) return await first
  const own = subscriptionFor(deps, attempt).finally(() => all.delete(name))
  all.set(name, own)
  return await own
}

const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof invoice === 'string' || invoice === undefined ? null : invoice

/** Null when the row was given up, so that the next try begins with a new one. */
async function subscriptionFor(deps: Needs, attempt: PaymentAttempt): Promise<Stripe.Subscription | null> {
  const { stripe, db } = deps
  if (attempt.stripeSubscriptionId !== null)
    return stripe.subscriptions.retrieve(attempt.stripeSubscriptionId, { expand: EXPAND })
  const customer = await customerOf(deps, attempt.payerId)
  let made: Stripe.Subscription | null
  try {
    // Stale terms are asked for no more, and Stripe would refuse them: an old price is archived.
    made = attempt.isStale
      ? await findCreated(stripe, attempt, customer)
      : await createOrPickUp(deps, attempt, customer)
    if (!made) {
      await expire(deps, attempt)
      return null
    }
  } catch (error) {
    // Nobody knows what came of it. The row stays, and the next try asks under the same name.
    if (isUnanswered(error)) throw error
    made = stripeErrorKind(error) === 'unsure' ? await findCreated(stripe, attempt, customer) : null
    if (!made) {
      await expire(deps, attempt)
      if (stripeErrorKind(error) === 'missing' && stripeErrorParam(error) === 'customer') {
        await forgetDeletedCustomer(deps, customer)
        return null
      }
      // The creator's account lost the right to be paid, and the news has not arrived yet.
      if (stripeErrorCode(error) === 'insufficient_capabilities_for_transfer')
        throw new Problem('creator_paused')
      throw error
    }
  }
  if (await attach(db, attempt, made.id)) return made
  // Another request gave the row up while this one was made: nobody may pay what no row stands for.
  await voidUnpaid(deps, made)
  return null
}

/** How often, and for how long, a request that another one of the same name is ahead of looks for what that one made. */
const LOOK_AGAIN_MS = 300
const LOOK_FOR_MS = 60_000

/** While another request of the same name is under way Stripe refuses this one: then that one's subscription is ours. */
async function createOrPickUp(
  { db, stripe }: Needs,
  attempt: PaymentAttempt,
  customer: string,
): Promise<Stripe.Subscription> {
  const tries = LOOK_FOR_MS / LOOK_AGAIN_MS
  for (let tried = 1; ; tried += 1) {
    try {
      return await create(stripe, attempt, customer)
    } catch (error) {
      if (stripeErrorCode(error) !== 'idempotency_key_in_use' || tried >= tries) throw error
    }
    await sleep(LOOK_AGAIN_MS)
    const row = await db
      .selectFrom(TABLES[attempt.kind])
      .select('stripeSubscriptionId')
      .where('id', '=', attempt.id)
      .executeTakeFirst()
    if (row?.stripeSubscriptionId)
      return await stripe.subscriptions.retrieve(row.stripeSubscriptionId, { expand: EXPAND })
  }
}

async function attach(
  db: Needs['db'],
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

/** What Stripe made of a call whose answer was lost or was a failure; null when it made nothing. */
async function findCreated(
  stripe: Stripe,
  { id }: PaymentAttempt,
  customer: string,
): Promise<Stripe.Subscription | null> {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const found = data.find(({ metadata }) => metadata['row_id'] === id)
  return found ? stripe.subscriptions.retrieve(found.id, { expand: EXPAND }) : null
}

/**
 * Nobody ever had the secret of what may still have been made for this row, so nobody can pay it: Stripe lets it run
 * out after 23 hours. The call's name stays used up, which is why the next try needs a new row.
 */
async function expire({ db, clock }: Needs, { kind, id }: PaymentAttempt): Promise<void> {
  await db
    .updateTable(TABLES[kind])
    .set({ status: 'incomplete_expired', updatedAt: clock.now() })
    .where('id', '=', id)
    .where('stripeSubscriptionId', 'is', null)
    .execute()
}
