// Ends subscriptions: at once, or because the first payment never came.
import { noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import type { CancelDetails } from '../objects/subscription-calls.ts'
import type { CancelReason, Subscription } from '../objects/subscriptions.ts'
import { keep, nowFor, type World } from '../world.ts'
import { voidInvoice } from './invoicing.ts'

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
