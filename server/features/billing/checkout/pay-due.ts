// "Fix payment": pays overdue invoices at once with the new card, instead of at Stripe's next retry.
import type Stripe from 'stripe'
import { isDecline, createOnce, stripeErrorKind, stripeErrorMessage } from '#server/adapters/stripe.ts'
import { sharedCalls } from './concurrent-calls.ts'
import { type DueInvoice, dueInvoice, intentOf, needsConfirmation } from './due-invoice.ts'
import { idOf, isLatestPaid, isOverdue } from '../rules.ts'
import { isDisputedPlan } from '../sync/handle-dispute.ts'
import { type BillingDeps, type OverdueBill, overdueBillsOf } from '../store.ts'
import { Problem } from '#shared/problems.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'

export type PaidDue = {
  /** How many plans and subscriptions are active again. */
  paid: number
  /** How many were paid but are not active, for example because they ended at the same moment. */
  inactive: number
  /** How many were not tried, because their card is still the declined one. */
  unchanged: number
  /** The bank's message about the last declined card. */
  declined: string | null
  /** Stripe's page of an invoice whose payment the cardholder has to confirm at the bank. */
  confirmUrl: string | null
}
type Outcome =
  | { is: 'paid' | 'paid_but_inactive' | 'unchanged' | 'nothing_due' }
  | { is: 'declined'; message: string }
  | { is: 'needs_confirmation'; url: string | null }

/** For people who may just have paid, and must not read that they were not charged. */
export const MAYBE_PAID_MESSAGE =
  'We can’t reach the payment provider right now. If your payment went through, it will appear here in a moment.'

const shareCall = sharedCalls<PaidDue>()

/**
 * Pays the newest invoice of a person's overdue plan and subscriptions, once with each card: a declined card is not
 * tried again. The result is read from the invoice after the attempt, regardless of the response to the call. An
 * invoice is charged once, however many requests there are: requests on one server share a run, and requests on several
 * servers share an idempotency key. Throws errors of the SDK.
 */
export async function payDue(deps: BillingDeps, userId: string): Promise<PaidDue> {
  return await shareCall(deps.stripe, userId, () => payEach(deps, userId))
}

async function payEach(deps: BillingDeps, userId: string): Promise<PaidDue> {
  const total: PaidDue = { paid: 0, inactive: 0, unchanged: 0, declined: null, confirmUrl: null }
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const outcome = await payOne(deps, row)
    if (outcome.is === 'paid') total.paid += 1
    if (outcome.is === 'paid_but_inactive') total.inactive += 1
    if (outcome.is === 'unchanged') total.unchanged += 1
    if (outcome.is === 'declined') total.declined = outcome.message
    if (outcome.is === 'needs_confirmation') total.confirmUrl ??= outcome.url
  }
  return total
}

/**
 * Stripe's page for confirming an overdue payment at the bank; null if no bank requires that, so the card has to be
 * changed.
 */
export async function confirmationPage(deps: BillingDeps, userId: string): Promise<string | null> {
  for (const row of await overdueBillsOf(deps.db, userId)) {
    const due = await dueInvoice(deps.stripe, row.stripeSubscriptionId)
    if (due && needsConfirmation(due.intent) && !due.isNewCard) return due.invoice.hosted_invoice_url ?? null
  }
  return null
}

async function payOne(deps: BillingDeps, row: OverdueBill): Promise<Outcome> {
  const { stripe, log } = deps
  const { stripeSubscriptionId: id } = row
  const synced = await syncBillingRecord(deps, id)
  if (!synced) return { is: 'nothing_due' }
  const { subscription } = synced
  // For example, Stripe's own retry has just paid it.
  if (!isOverdue(subscription))
    return { is: isActive(subscription) && isLatestPaid(subscription) ? 'paid' : 'nothing_due' }
  if (row.kind === 'plan' && (await isDisputedPlan(deps, subscription))) return { is: 'nothing_due' }
  const due = await dueInvoice(stripe, id)
  if (!due) return { is: 'nothing_due' }
  if (!due.isNewCard || due.card === null)
    return needsConfirmation(due.intent)
      ? { is: 'needs_confirmation', url: due.invoice.hosted_invoice_url ?? null }
      : { is: 'unchanged' }
  const refusal = await refusalOf(() => payOnce(stripe, due, due.card ?? ''))
  const invoice = await stripe.invoices.retrieve(due.invoice.id, { expand: ['payments'] })
  const after = await syncBillingRecord(deps, id)
  if (invoice.status === 'paid')
    return { is: after && isActive(after.subscription) ? 'paid' : 'paid_but_inactive' }
  if (invoice.status === 'void') return { is: 'nothing_due' }
  const intent = await intentOf(stripe, invoice)
  if (intent?.status === 'processing' || intent?.status === 'succeeded')
    throw new Problem('payment_in_progress', { retryAfterSeconds: 5 })
  if (needsConfirmation(intent)) return { is: 'needs_confirmation', url: invoice.hosted_invoice_url ?? null }
  if (isDecline(refusal)) return { is: 'declined', message: stripeErrorMessage(refusal) }
  log.warn(
    { event: 'stripe_call_failed', invoice: invoice.id, error: stripeErrorMessage(refusal) },
    'failed to pay an open invoice',
  )
  return { is: 'declined', message: NOT_CHARGED_MESSAGE }
}

const NOT_CHARGED_MESSAGE = 'We can’t make this payment right now. You haven’t been charged.'

const isActive = ({ status }: Stripe.Subscription) => status === 'active' || status === 'trialing'

/** Stripe's refusal of a call, or null. Throws an error after which the call may have succeeded. */
async function refusalOf(call: () => Promise<void>): Promise<unknown> {
  try {
    await call()
    return null
  } catch (error) {
    if (stripeErrorKind(error) !== 'refused') throw error
    return error
  }
}

/**
 * Stripe leaves later invoices of an unpaid subscription as drafts, so those are finalized first. The idempotency key
 * has the failed charge before this one, so that a retry after another failure has a key of its own. `createOnce` may
 * repeat the call without a key; that can't charge twice either, because Stripe refuses to pay a paid invoice.
 */
async function payOnce(stripe: Stripe, { invoice, intent }: DueInvoice, card: string): Promise<void> {
  if (invoice.status === 'draft')
    // Another request may have finalized it already. If not, Stripe refuses the payment too.
    await refusalOf(async () => void (await stripe.invoices.finalizeInvoice(invoice.id)))
  const idempotencyKey = `pay:${invoice.id}:${card}:${idOf(intent?.latest_charge) ?? 'first'}`
  await createOnce(idempotencyKey, (options) =>
    // The cardholder is present and can be sent to the bank.
    stripe.invoices.pay(invoice.id, { payment_method: card, off_session: false }, options),
  )
}
