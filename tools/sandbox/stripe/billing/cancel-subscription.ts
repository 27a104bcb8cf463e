// Cancels subscriptions and voids invoices; voiding an unpaid first invoice expires its subscription.
import { resourceMissing } from '../errors.ts'
import { update, emit } from '../events.ts'
import { paymentOf } from '../objects/invoice-payments.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { cancelPaymentIntent } from '../objects/payment-intents.ts'
import type { CancelDetails } from '../objects/subscription-params.ts'
import type { CancelReason, Subscription } from '../objects/subscriptions.ts'
import { retrieve, save, nowFor, type Context } from '../context.ts'

export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** Cancels immediately. Open invoices are no longer collected automatically. */
export function cancelNow(
  context: Context,
  before: Subscription,
  reason: CancelReason,
  details?: CancelDetails,
): Subscription {
  if (isEnded(before)) throw resourceMissing('subscription', before.id)
  const at = nowFor(context, before.customer)
  const isIncomplete = before.status === 'incomplete'
  const ended: Subscription = {
    ...before,
    canceled_at: before.canceled_at ?? at,
    cancellation_details: {
      ...before.cancellation_details,
      comment: details?.comment ?? before.cancellation_details.comment,
      feedback: details?.feedback ?? before.cancellation_details.feedback,
      reason,
    },
    ended_at: at,
    status: isIncomplete ? 'incomplete_expired' : 'canceled',
  }
  save(context, 'subscription', ended)
  stopCollecting(context, ended, isIncomplete)
  emit(context, 'customer.subscription.deleted', ended)
  return ended
}

function stopCollecting(context: Context, { id }: Subscription, isVoid: boolean): void {
  for (const invoice of context.store.all('invoice', { subscription: id })) {
    if (invoice.status === 'open' && isVoid) voidInvoice(context, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft') {
      save(context, 'invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
    }
  }
}

/** Expires a subscription whose first invoice wasn't paid in time. */
export function expireIncomplete(context: Context, before: Subscription): void {
  const ended: Subscription = {
    ...before,
    ended_at: nowFor(context, before.customer),
    status: 'incomplete_expired',
  }
  save(context, 'subscription', ended)
  stopCollecting(context, ended, true)
  emit(context, 'customer.subscription.updated', ended, { ended_at: null, status: 'incomplete' })
}

/** Voids an invoice. If it is an unpaid first invoice, the subscription expires. */
export function voidInvoice(context: Context, before: Invoice, reason = 'void_invoice'): Invoice {
  const at = nowFor(context, before.customer)
  const payment = paymentOf(context, before.id)
  if (payment && payment.status === 'open') {
    const status_transitions = { canceled_at: at, paid_at: null }
    save(context, 'invoice_payment', { ...payment, status: 'canceled', status_transitions })
    const intent = retrieve(context, 'payment_intent', payment.payment.payment_intent)
    if (!['succeeded', 'canceled'].includes(intent.status)) cancelPaymentIntent(context, intent, reason)
  }
  const invoice: Invoice = {
    ...before,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: at },
  }
  save(context, 'invoice', invoice)
  emit(context, 'invoice.voided', invoice)
  const subscription = context.store.get('subscription', subscriptionOf(invoice))
  if (subscription?.status === 'incomplete') expireIncomplete(context, subscription)
  return invoice
}

export function markUncollectible(context: Context, before: Invoice): Invoice {
  const at = nowFor(context, before.customer)
  const transitions = { ...before.status_transitions, marked_uncollectible_at: at }
  const changes = { status: 'uncollectible' as const, auto_advance: false, next_payment_attempt: null }
  return update(
    context,
    'invoice',
    before,
    { ...changes, status_transitions: transitions },
    'invoice.marked_uncollectible',
  )
}
