// Applies a payment's result to its invoice and subscription.
import { DAY } from '../clock.ts'
import { update, emit } from '../events.ts'
import { paymentOf } from '../objects/invoice-payments.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import type { PaymentIntent } from '../objects/payment-intents.ts'
import type { Subscription, SubscriptionStatus } from '../objects/subscriptions.ts'
import { save, nowFor, type Context } from '../context.ts'
import { cancelNow } from './cancel-subscription.ts'

/** Marks an invoice paid. `intent` is null if nothing was due. */
export function invoicePaid(context: Context, before: Invoice, intent: PaymentIntent | null): Invoice {
  const at = nowFor(context, before.customer)
  const payment = intent && paymentOf(context, before.id)
  if (payment) {
    const paid = {
      ...payment,
      amount_paid: before.amount_due,
      status: 'paid' as const,
      status_transitions: { canceled_at: null, paid_at: at },
    }
    save(context, 'invoice_payment', paid)
    emit(context, 'invoice_payment.paid', paid)
  }
  const invoice: Invoice = {
    ...before,
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempt_count: Math.max(before.attempt_count, intent ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: at },
    webhooks_delivered_at: at,
  }
  save(context, 'invoice', invoice)
  emit(context, 'invoice.paid', invoice)
  emit(context, 'invoice.payment_succeeded', invoice)
  subscriptionPaid(context, invoice, intent)
  return invoice
}

function subscriptionPaid(context: Context, invoice: Invoice, intent: PaymentIntent | null): void {
  const subscription = context.store.get('subscription', subscriptionOf(invoice))
  if (!subscription) return
  const wasBehind = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const status: SubscriptionStatus =
    subscription.status === 'incomplete' || (wasBehind && !isLatestInvoiceUnpaid(context, subscription))
      ? 'active'
      : subscription.status
  const saves = subscription.payment_settings.save_default_payment_method === 'on_subscription'
  const method = saves && intent?.payment_method ? intent.payment_method : subscription.default_payment_method
  update(
    context,
    'subscription',
    subscription,
    { status, default_payment_method: method },
    'customer.subscription.updated',
  )
}

/**
 * Whether the most recent invoice that isn't void is open or a draft. Source:
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export function isLatestInvoiceUnpaid(context: Context, subscription: Subscription): boolean {
  const latest = context.store
    .all('invoice', { subscription: subscription.id })
    .findLast(({ status }) => status !== 'void')
  return latest?.status === 'open' || latest?.status === 'draft'
}

/** Records a failed attempt. Automatic attempts follow the retry schedule and end as the settings say. */
export function invoicePaymentFailed(context: Context, before: Invoice, isAutomatic: boolean): void {
  const invoice = countAttempt(context, before, isAutomatic)
  emit(context, 'invoice.payment_failed', invoice)
  markPastDue(context, invoice)
  const isFirst = invoice.billing_reason === 'subscription_create'
  if (isAutomatic && !isFirst && invoice.next_payment_attempt === null) endRetries(context, invoice)
}

/** Records that the payment requires 3-D Secure. */
export function invoiceActionRequired(context: Context, before: Invoice, isAutomatic: boolean): void {
  const invoice = countAttempt(context, before, isAutomatic)
  emit(context, 'invoice.payment_action_required', invoice)
  if (!isAutomatic) return
  emit(context, 'invoice.payment_failed', invoice)
  markPastDue(context, invoice)
  if (invoice.billing_reason !== 'subscription_create' && invoice.next_payment_attempt === null) {
    endRetries(context, invoice)
  }
}

/** Counts the first attempt, then only automatic ones. */
function countAttempt(context: Context, before: Invoice, isAutomatic: boolean): Invoice {
  const attempts = isAutomatic || before.attempt_count === 0 ? before.attempt_count + 1 : before.attempt_count
  const days = context.settings.retryAfterDays[attempts - 1]
  const isRetried =
    before.auto_advance && before.billing_reason !== 'subscription_create' && days !== undefined
  const next = isRetried ? nowFor(context, before.customer) + days * DAY : null
  const invoice: Invoice = {
    ...before,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: isAutomatic || before.attempt_count === 0 ? next : before.next_payment_attempt,
  }
  save(context, 'invoice', invoice)
  return invoice
}

function markPastDue(context: Context, invoice: Invoice): void {
  const subscription = context.store.get('subscription', subscriptionOf(invoice))
  if (!subscription || !['active', 'trialing'].includes(subscription.status)) return
  update(context, 'subscription', subscription, { status: 'past_due' }, 'customer.subscription.updated')
}

function endRetries(context: Context, invoice: Invoice): void {
  const subscription = context.store.get('subscription', subscriptionOf(invoice))
  if (!subscription || subscription.status !== 'past_due') return
  if (context.settings.whenRetriesEnd === 'cancel') cancelNow(context, subscription, 'payment_failed')
  if (context.settings.whenRetriesEnd === 'mark_unpaid') {
    update(context, 'subscription', subscription, { status: 'unpaid' }, 'customer.subscription.updated')
  }
}
