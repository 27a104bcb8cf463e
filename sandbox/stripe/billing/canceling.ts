// Ends subscriptions: at once, or because the first payment never came.
import { noSuch } from '../errors.ts'
import { change, emit } from '../events.ts'
import { paymentOf } from '../objects/invoice-payments.ts'
import { type Invoice, subscriptionOf } from '../objects/invoices.ts'
import { cancelIntent } from '../objects/payment-intents.ts'
import type { CancelDetails } from '../objects/subscription-params.ts'
import type { CancelReason, Subscription } from '../objects/subscriptions.ts'
import { find, keep, nowFor, type World } from '../world.ts'

export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** Ends it now. What is still owed is no longer collected by itself. */
export function cancelNow(
  world: World,
  before: Subscription,
  reason: CancelReason,
  details?: CancelDetails,
): Subscription {
  if (isEnded(before)) throw noSuch('subscription', before.id)
  const at = nowFor(world, before.customer)
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
  keep(world, 'subscription', ended)
  stopCollecting(world, ended, isIncomplete)
  emit(world, 'customer.subscription.deleted', ended)
  return ended
}

function stopCollecting(world: World, { id }: Subscription, isVoid: boolean): void {
  for (const invoice of world.store.all('invoice', { subscription: id })) {
    if (invoice.status === 'open' && isVoid) voidInvoice(world, invoice)
    else if (invoice.status === 'open' || invoice.status === 'draft') {
      keep(world, 'invoice', { ...invoice, auto_advance: false, next_payment_attempt: null })
    }
  }
}

/** The first invoice was not paid in time. */
export function expireIncomplete(world: World, before: Subscription): void {
  const ended: Subscription = {
    ...before,
    ended_at: nowFor(world, before.customer),
    status: 'incomplete_expired',
  }
  keep(world, 'subscription', ended)
  stopCollecting(world, ended, true)
  emit(world, 'customer.subscription.updated', ended, { ended_at: null, status: 'incomplete' })
}

/** Nothing is owed any more, and nothing was paid. An unpaid first invoice takes its subscription along. */
export function voidInvoice(world: World, before: Invoice, reason = 'void_invoice'): Invoice {
  const at = nowFor(world, before.customer)
  const payment = paymentOf(world, before.id)
  if (payment && payment.status === 'open') {
    const status_transitions = { canceled_at: at, paid_at: null }
    keep(world, 'invoice_payment', { ...payment, status: 'canceled', status_transitions })
    const intent = find(world, 'payment_intent', payment.payment.payment_intent)
    if (!['succeeded', 'canceled'].includes(intent.status)) cancelIntent(world, intent, reason)
  }
  const invoice: Invoice = {
    ...before,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: at },
  }
  keep(world, 'invoice', invoice)
  emit(world, 'invoice.voided', invoice)
  const subscription = world.store.get('subscription', subscriptionOf(invoice))
  if (subscription?.status === 'incomplete') expireIncomplete(world, subscription)
  return invoice
}

export function markUncollectible(world: World, before: Invoice): Invoice {
  const at = nowFor(world, before.customer)
  const transitions = { ...before.status_transitions, marked_uncollectible_at: at }
  const changes = { status: 'uncollectible' as const, auto_advance: false, next_payment_attempt: null }
  return change(
    world,
    'invoice',
    before,
    { ...changes, status_transitions: transitions },
    'invoice.marked_uncollectible',
  )
}
