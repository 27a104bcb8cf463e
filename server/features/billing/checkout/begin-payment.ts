// Creates the Stripe subscription of a saved payment attempt, once for each row, and returns the secret of its first
// invoice.
import type Stripe from 'stripe'
import {
  isUnanswered,
  stripeErrorCode,
  stripeErrorKind,
  stripeErrorMessage,
  stripeErrorParam,
  waitForIdempotencyKey,
  withTimeout,
} from '#server/adapters/stripe.ts'
import { Problem } from '#shared/problems.ts'
import { customerOf, forgetDeletedCustomer } from '../customer.ts'
import { type BillingDeps, type Kind, TABLES } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { throwTaxProblem } from '../tax/tax-quote.ts'
import { applicationFeePercent, taxOn } from '../tax/tax-rules.ts'
import { voidUnpaid } from '../void-unpaid.ts'
import { sharedCalls } from './concurrent-calls.ts'

/** A row that is written before Stripe is called, with exactly the terms that Stripe gets. */
export type PaymentAttempt = {
  kind: Kind
  id: string
  payerId: string
  stripeSubscriptionId: string | null
  stripePriceId: string
  priceInCents: number
  /** On top of the price, as quoted to the payer; null if it is sold without tax. */
  taxInCents: number | null
  /** The creator's share of a subscription; null for plans, which have no creator. */
  share: { feePercent: number; stripeAccountId: string } | null
  /** The terms have changed since: this attempt is voided and a new one starts. */
  isStale: boolean
}

/**
 * How many times an action saves an attempt. Each failed try ends one row, because it expired, was paid, or had stale
 * terms.
 */
export const TRIES = 4

/** The person can't have been charged, because nobody can pay before the secret has left the server. */
const NOT_CHARGED_MESSAGE =
  'We can’t reach the payment provider right now. You haven’t been charged. Please try again in a moment.'

/**
 * Waits for a payment to begin. `ids` are for the log. Throws what `payment` throws, and `payments_unavailable` and
 * `payments_slow`.
 */
export async function withinTimeout<T>(
  payment: Promise<T>,
  log: BillingDeps['log'],
  ids: Record<string, string>,
): Promise<T> {
  return await withTimeout(
    payment,
    (error) =>
      log.error(
        { event: 'stripe_call_failed', error: stripeErrorMessage(error), ...ids },
        'failed to begin a payment',
      ),
    NOT_CHARGED_MESSAGE,
  )
}

/**
 * The secret with which the browser pays. Null when the next try has to read the row again: it was paid in the
 * meantime, expired, or voided as stale. Throws `payment_in_progress`, `creator_paused` and errors of the SDK.
 */
export async function clientSecretOf(deps: BillingDeps, attempt: PaymentAttempt): Promise<string | null> {
  // Requests for the same state of a row share a call.
  const key = `${attempt.id} ${attempt.stripeSubscriptionId} ${attempt.isStale}`
  const subscription = await shareCall(deps.stripe, key, () => subscriptionOf(deps, attempt))
  if (!subscription) return null
  if (subscription.status !== 'incomplete' || attempt.isStale || !isAsQuoted(attempt, subscription)) {
    if (subscription.status === 'incomplete') await voidUnpaid(deps, subscription)
    await syncBillingRecord(deps, subscription.id)
    return null
  }
  const { latest_invoice: invoice } = subscription
  const secret = typeof invoice === 'string' ? undefined : invoice?.confirmation_secret?.client_secret
  if (!secret) throw new Problem('payment_in_progress', { retryAfterSeconds: 5 })
  return secret
}

/** Whether the invoice has the total that the page shows. A tax rate may change between the quote and the invoice. */
function isAsQuoted(
  { priceInCents, taxInCents }: PaymentAttempt,
  { latest_invoice: invoice }: Stripe.Subscription,
): boolean {
  if (taxInCents === null || typeof invoice !== 'object' || invoice === null) return true
  return taxOn(invoice) === taxInCents && invoice.total === priceInCents + taxInCents
}

const EXPAND = ['latest_invoice.confirmation_secret']
const shareCall = sharedCalls<Stripe.Subscription | null>()

/**
 * The attempt's subscription, found or created. Null when the row is expired, so that the next try starts a new one.
 */
async function subscriptionOf(
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
      : await waitForIdempotencyKey(() => create(stripe, deps.config, attempt, customer))
  } catch (error) {
    // Stripe may have created it. The row stays, and the next try uses the same idempotency key.
    if (isUnanswered(error)) throw error
    subscription = stripeErrorKind(error) === 'unsure' ? await findCreated(stripe, attempt, customer) : null
    if (!subscription) {
      await expire(deps, attempt)
      await throwUnlessDeleted(deps, customer, error)
      return null
    }
  }
  if (!subscription) {
    await expire(deps, attempt)
    return null
  }
  if (await attach(deps, attempt, subscription.id)) return subscription
  // Another request expired the row in the meantime, and a subscription without a row must not be paid.
  await voidUnpaid(deps, subscription)
  return null
}

/** The idempotency key is the row's id, and stays the same after an answer that was lost. */
function create(
  stripe: Stripe,
  { operatorName, operatorAddress }: BillingDeps['config'],
  { kind, id, stripePriceId, priceInCents, taxInCents, share }: PaymentAttempt,
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
      ...(taxInCents !== null && {
        automatic_tax: { enabled: true },
        ...soldBy(operatorName, operatorAddress),
      }),
      ...(share && {
        application_fee_percent: applicationFeePercent(priceInCents, share.feePercent, taxInCents),
        transfer_data: { destination: share.stripeAccountId },
      }),
    },
    { idempotencyKey: `${kind === 'plan' ? 'plan' : 'sub'}:${id}` },
  )
}

/** The seller on each invoice, which a tax invoice has to name. */
const soldBy = (name: string | undefined, address: string | undefined) => {
  const seller =
    name === undefined || address?.startsWith(name) ? address : [name, address].filter(Boolean).join(', ')
  return seller === undefined ? {} : { invoice_settings: { footer: `Sold by ${seller}` } }
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

/** Throws Stripe's refusal, unless the reason is that the customer was deleted: the next try creates another one. */
async function throwUnlessDeleted(deps: BillingDeps, customer: string, error: unknown): Promise<void> {
  throwTaxProblem(deps, error)
  // Stripe restricted the creator's account, and its webhook has not arrived yet.
  if (stripeErrorCode(error) === 'insufficient_capabilities_for_transfer') throw new Problem('creator_paused')
  if (stripeErrorKind(error) !== 'missing' || stripeErrorParam(error) !== 'customer') throw error
  await forgetDeletedCustomer(deps, customer)
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
