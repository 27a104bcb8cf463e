// "Fix payment": pays what is due at once with the card that replaced the refused one, instead of at Stripe's next retry.
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import {
  isDecline,
  createOnce,
  stripeErrorCode,
  stripeErrorKind,
  stripeErrorMessage,
} from '#server/adapters/stripe.ts'
import { customerDefault } from './default-card.ts'
import { idOf } from './rules.ts'
import { isDisputedPlan } from './handle-dispute.ts'
import { type OverdueBill, overdueBillsOf } from './store.ts'
import { syncBillingRecord } from './sync-billing-record.ts'
import type { BillingDeps } from './sync-subscription.ts'

export type PaidDue = {
  /** How many plans and subscriptions are in order again. */
  paid: number
  /** How many were left as they were, since their card is still the one that was refused. */
  unchanged: number
  /** The bank's words about the last card that was declined. */
  declined: string | null
  /** Stripe's page of an invoice whose payment the bank wants its owner to confirm. */
  confirmUrl: string | null
}
type Outcome =
  | { is: 'paid' | 'unchanged' | 'settled' }
  | { is: 'declined'; words: string }
  | { is: 'asked'; url: string | null }

const UNDER_WAY = new WeakMap<Stripe, Map<string, Promise<PaidDue>>>()

/**
 * Pays the open invoices of a person's plan and subscriptions, each once with each card: nothing is tried again with the
 * card that was refused. However often and from however many places it is called, an invoice is charged once. Requests on
 * one server share one run; those on several share Stripe's answer by the name of the call. Throws errors of the SDK.
 */
export async function payDue(deps: BillingDeps, userId: string): Promise<PaidDue> {
  const all = UNDER_WAY.get(deps.stripe) ?? new Map<string, Promise<PaidDue>>()
  UNDER_WAY.set(deps.stripe, all)
  const first = all.get(userId)
  if (first) return await first
  const own = payEach(deps, userId).finally(() => all.delete(userId))
  all.set(userId, own)
  return await own
}

async function payEach(deps: BillingDeps, userId: string): Promise<PaidDue> {
  const sum: PaidDue = { paid: 0, unchanged: 0, declined: null, confirmUrl: null }
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const outcome = await payOne(deps, row)
    if (outcome.is === 'paid') sum.paid += 1
    if (outcome.is === 'unchanged') sum.unchanged += 1
    if (outcome.is === 'declined') sum.declined = outcome.words
    if (outcome.is === 'asked') sum.confirmUrl ??= outcome.url
  }
  return sum
}

/** Stripe's page on which a person confirms a due payment at their bank; null where no bank asks, so that a card is to blame. */
export async function confirmationPage(deps: BillingDeps, userId: string): Promise<string | null> {
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const due = await openInvoice(deps.stripe, row.stripeSubscriptionId)
    if (due && isAsked(due.intent) && !due.isNewCard) return due.invoice.hosted_invoice_url ?? null
  }
  return null
}

async function payOne(deps: BillingDeps, row: OverdueBill): Promise<Outcome> {
  const { stripe, log } = deps
  const { stripeSubscriptionId: id } = row
  const synced = await syncBillingRecord(deps, id)
  if (synced && !isDue(synced.subscription)) return statusAtStripe(synced.subscription)
  if (!synced || (row.kind === 'plan' && (await isDisputedPlan(deps, synced.subscription))))
    return { is: 'settled' }
  const due = await openInvoice(stripe, id)
  if (!due) return { is: 'settled' }
  const { invoice, intent, card, isNewCard } = due
  const asked: Outcome = { is: 'asked', url: invoice.hosted_invoice_url ?? null }
  if (!isNewCard || card === null) return isAsked(intent) ? asked : { is: 'unchanged' }
  let outcome: Outcome | null = null
  try {
    await payOnce(stripe, invoice.id, card, idOf(intent?.latest_charge))
  } catch (error) {
    if (stripeErrorCode(error) === 'invoice_payment_intent_requires_action') outcome = asked
    else if (isDecline(error)) outcome = { is: 'declined', words: stripeErrorMessage(error) }
    else if (stripeErrorKind(error) !== 'refused') throw error
    // Paid in this very second by Stripe's own retry, say: what came of it shows below.
    else
      log.warn({ invoice: invoice.id, error: stripeErrorMessage(error) }, 'an open invoice could not be paid')
  }
  const after = await syncBillingRecord(deps, id)
  if (after && !isDue(after.subscription)) return statusAtStripe(after.subscription)
  return (
    outcome ?? { is: 'declined', words: 'We can’t make this payment right now. You haven’t been charged.' }
  )
}

const isDue = ({ status }: Stripe.Subscription) => status === 'past_due' || status === 'unpaid'
const statusAtStripe = ({ status }: Stripe.Subscription): Outcome => ({
  is: status === 'active' || status === 'trialing' ? 'paid' : 'settled',
})

type Due = {
  invoice: Stripe.Invoice & { id: string }
  intent: Stripe.PaymentIntent | null
  /** What the next try would be charged to. */
  card: string | null
  /** It is another one than that of the last try. */
  isNewCard: boolean
}

/** The newest invoice that waits for money; null when there is none, or it was not tried yet. */
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

const ASKS = new Set(['authentication_required', 'payment_intent_authentication_failure'])

/** The bank wants the card's owner to confirm the last try (https://docs.stripe.com/billing/subscriptions/overview). */
const isAsked = (intent: Stripe.PaymentIntent | null): boolean =>
  intent !== null && (intent.status === 'requires_action' || ASKS.has(intent.last_payment_error?.code ?? ''))

/** How often, and for how long, a request that another server is ahead of asks for that one's answer. */
const LOOK_AGAIN_MS = 300
const LOOK_FOR_MS = 60_000

/**
 * `lastCharge`: the failed charge before this one. A later try, after another failure, is another call. Without a name, as
 * after a failure at Stripe, an invoice is paid no more than once either: a paid one is refused.
 */
async function payOnce(
  stripe: Stripe,
  invoice: string,
  card: string,
  lastCharge: string | null,
): Promise<void> {
  const idempotencyKey = `pay:${invoice}:${card}:${lastCharge ?? 'first'}`
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    try {
      // The owner of the card is here, and can be led to their bank.
      await createOnce(idempotencyKey, (options) =>
        stripe.invoices.pay(invoice, { payment_method: card, off_session: false }, options),
      )
      return
    } catch (error) {
      if (stripeErrorCode(error) !== 'idempotency_key_in_use' || waited >= LOOK_FOR_MS) throw error
    }
    await sleep(LOOK_AGAIN_MS)
  }
}
