// "Fix payment": pays overdue invoices at once with the new card, instead of at Stripe's next retry.
import type Stripe from 'stripe'
import {
  isDecline,
  createOnce,
  stripeErrorCode,
  stripeErrorKind,
  stripeErrorMessage,
} from '#server/adapters/stripe.ts'
import { sharedCalls, waitForIdempotencyKey } from './concurrent-calls.ts'
import { customerDefault } from '../sync/default-card.ts'
import { idOf } from '../rules.ts'
import { isDisputedPlan } from '../sync/handle-dispute.ts'
import { type BillingDeps, type OverdueBill, overdueBillsOf } from '../store.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'

export type PaidDue = {
  /** How many plans and subscriptions are active again. */
  paid: number
  /** How many were not tried, because their card is still the declined one. */
  unchanged: number
  /** The bank's message about the last declined card. */
  declined: string | null
  /** Stripe's page of an invoice whose payment the cardholder has to confirm at the bank. */
  confirmUrl: string | null
}
type Outcome =
  | { is: 'paid' | 'unchanged' | 'nothing_due' }
  | { is: 'declined'; message: string }
  | { is: 'needs_confirmation'; url: string | null }

/** For people who may have just paid, and must not be told that they were not charged. */
export const MAYBE_PAID_MESSAGE =
  'We can’t reach the payment provider right now. If your payment went through, it will appear here in a moment.'

const shareCall = sharedCalls<PaidDue>()

/**
 * Pays the open invoices of a person's plan and subscriptions, once with each card: a declined card is not tried again.
 * An invoice is charged once, however many requests there are: requests on one server share a run, and requests on
 * several servers share an idempotency key. Throws errors of the SDK.
 */
export async function payDue(deps: BillingDeps, userId: string): Promise<PaidDue> {
  return await shareCall(deps.stripe, userId, () => payEach(deps, userId))
}

async function payEach(deps: BillingDeps, userId: string): Promise<PaidDue> {
  const total: PaidDue = { paid: 0, unchanged: 0, declined: null, confirmUrl: null }
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const outcome = await payOne(deps, row)
    if (outcome.is === 'paid') total.paid += 1
    if (outcome.is === 'unchanged') total.unchanged += 1
    if (outcome.is === 'declined') total.declined = outcome.message
    if (outcome.is === 'needs_confirmation') total.confirmUrl ??= outcome.url
  }
  return total
}

/** Stripe's page for confirming an overdue payment at the bank; null if no bank asks for that, so the card has to change. */
export async function confirmationPage(deps: BillingDeps, userId: string): Promise<string | null> {
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const due = await openInvoice(deps.stripe, row.stripeSubscriptionId)
    if (due && needsConfirmation(due.intent) && !due.isNewCard) return due.invoice.hosted_invoice_url ?? null
  }
  return null
}

async function payOne(deps: BillingDeps, row: OverdueBill): Promise<Outcome> {
  const { stripe, log } = deps
  const { stripeSubscriptionId: id } = row
  const synced = await syncBillingRecord(deps, id)
  if (synced && !isDue(synced.subscription)) return outcomeOf(synced.subscription)
  if (!synced || (row.kind === 'plan' && (await isDisputedPlan(deps, synced.subscription))))
    return { is: 'nothing_due' }
  const due = await openInvoice(stripe, id)
  if (!due) return { is: 'nothing_due' }
  const { invoice, intent, card, isNewCard } = due
  const unconfirmed: Outcome = { is: 'needs_confirmation', url: invoice.hosted_invoice_url ?? null }
  if (!isNewCard || card === null) return needsConfirmation(intent) ? unconfirmed : { is: 'unchanged' }
  let outcome: Outcome | null = null
  try {
    await payOnce(stripe, invoice.id, card, idOf(intent?.latest_charge))
  } catch (error) {
    if (stripeErrorCode(error) === 'invoice_payment_intent_requires_action') outcome = unconfirmed
    else if (isDecline(error)) outcome = { is: 'declined', message: stripeErrorMessage(error) }
    else if (stripeErrorKind(error) !== 'refused') throw error
    // For example, Stripe's own retry has just paid it. The sync below finds out.
    else
      log.warn(
        { event: 'stripe_call_failed', invoice: invoice.id, error: stripeErrorMessage(error) },
        'failed to pay an open invoice',
      )
  }
  const after = await syncBillingRecord(deps, id)
  if (after && !isDue(after.subscription)) return outcomeOf(after.subscription)
  return (
    outcome ?? { is: 'declined', message: 'We can’t make this payment right now. You haven’t been charged.' }
  )
}

const isDue = ({ status }: Stripe.Subscription) => status === 'past_due' || status === 'unpaid'
const outcomeOf = ({ status }: Stripe.Subscription): Outcome => ({
  is: status === 'active' || status === 'trialing' ? 'paid' : 'nothing_due',
})

type Due = {
  invoice: Stripe.Invoice & { id: string }
  intent: Stripe.PaymentIntent | null
  /** The card that the next try charges. */
  card: string | null
  /** It differs from the card of the last try. */
  isNewCard: boolean
}

/** The newest open invoice; null when there is none, or Stripe has not tried to charge it yet. */
async function openInvoice(stripe: Stripe, subscriptionId: string): Promise<Due | null> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['customer'] })
  const { data } = await stripe.invoices.list({
    subscription: subscriptionId,
    status: 'open',
    limit: 1,
    expand: ['data.payments'],
  })
  const [invoice] = data
  if (!invoice?.id || !invoice.attempted) return null
  const payment = invoice.payments?.data.find(({ status }) => status === 'open')
  const intentId = idOf(payment?.payment.payment_intent)
  const intent = intentId === null ? null : await stripe.paymentIntents.retrieve(intentId)
  const card = idOf(subscription.default_payment_method) ?? customerDefault(subscription.customer)
  const tried = intent?.last_payment_error?.payment_method?.id ?? idOf(intent?.payment_method)
  return { invoice: { ...invoice, id: invoice.id }, intent, card, isNewCard: card !== null && card !== tried }
}

const CONFIRMATION_CODES = new Set(['authentication_required', 'payment_intent_authentication_failure'])

/** The bank wants the cardholder to confirm the last try (https://docs.stripe.com/billing/subscriptions/overview). */
const needsConfirmation = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null &&
  (intent.status === 'requires_action' || CONFIRMATION_CODES.has(intent.last_payment_error?.code ?? ''))

/**
 * `lastCharge`: the failed charge before this one, so that a retry after another failure has a key of its own. `createOnce`
 * may repeat the call without a key; that can't charge twice either, because Stripe refuses to pay a paid invoice.
 */
async function payOnce(
  stripe: Stripe,
  invoice: string,
  card: string,
  lastCharge: string | null,
): Promise<void> {
  const idempotencyKey = `pay:${invoice}:${card}:${lastCharge ?? 'first'}`
  await waitForIdempotencyKey(() =>
    createOnce(idempotencyKey, (options) =>
      // The cardholder is present and can be sent to the bank.
      stripe.invoices.pay(invoice, { payment_method: card, off_session: false }, options),
    ),
  )
}
