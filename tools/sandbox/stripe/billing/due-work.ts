// Work that time triggers: renewals, retries, expirations, deadlines.
import { HOUR } from '../clock.ts'
import type { ObjectType, ObjectTypes } from '../stripe-objects.ts'
import { restrictAccount } from '../objects/account-checks.ts'
import { type Account, retrieveAccount } from '../objects/accounts.ts'
import type { Invoice } from '../objects/invoices.ts'
import { arrive, type Payout, type PayoutSchedule, paySchedule } from '../objects/payouts.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { retrieve, type Context } from '../context.ts'
import { cancelNow, expireIncomplete, voidInvoice } from './cancel-subscription.ts'
import { collectPayment, tryToFinalize } from './collect-invoice.ts'
import { resumeCollection } from './pause-collection.ts'
import { startNextPeriod } from './renew-subscription.ts'

/** When the object needs work without a request, in Unix seconds; null for never. */
export function dueAt(kind: ObjectType, object: ObjectTypes[ObjectType]): number | null {
  if (kind === 'subscription') return subscriptionDueAt(object as Subscription)
  if (kind === 'invoice') {
    const { status, auto_advance: advances, ...invoice } = object as Invoice
    if (!advances) return null
    if (status === 'draft') return invoice.automatically_finalizes_at
    return status === 'open' ? invoice.next_payment_attempt : null
  }
  if (kind === 'v2.core.account') {
    const { status, time } = (object as Account).requirements.summary?.minimum_deadline ?? {}
    return status === 'currently_due' && time ? Math.ceil(Date.parse(time) / 1000) : null
  }
  if (kind === 'payout') {
    const { status, arrival_date: arrivesAt } = object as Payout
    return status === 'in_transit' ? arrivesAt : null
  }
  return kind === 'payout_schedule' ? (object as PayoutSchedule).dueAt : null
}

/** An unpaid first invoice expires after 23 hours (https://docs.stripe.com/billing/subscriptions/overview). */
const FIRST_PAYMENT_WITHIN = 23 * HOUR

function subscriptionDueAt(subscription: Subscription): number | null {
  const { status, items, cancel_at: cancelAt, pause_collection: pause } = subscription
  if (status === 'incomplete') return subscription.created + FIRST_PAYMENT_WITHIN
  if (!['active', 'trialing', 'past_due', 'unpaid'].includes(status)) return null
  const resumesAt = pause?.resumes_at ?? Infinity
  return Math.min(cancelAt ?? Infinity, resumesAt, ...items.data.map((item) => item.current_period_end))
}

/** More steps than this in one run mean an endless loop. */
const MAX_STEPS = 20_000

/** Runs, in order, everything due until a time, on a test clock or (null) in real time. */
export function runDueWork(
  context: Context,
  testClock: string | null,
  until: number,
  setMoment: (moment: number) => void,
): number {
  for (let done = 0; done < MAX_STEPS; done += 1) {
    const next = context.store.nextDue(testClock, until)
    if (!next) return done
    setMoment(next.due)
    if (next.kind === 'subscription')
      subscriptionDue(context, retrieve(context, 'subscription', next.id), next.due)
    else if (next.kind === 'invoice') invoiceDue(context, retrieve(context, 'invoice', next.id))
    else if (next.kind === 'payout') arrive(context, retrieve(context, 'payout', next.id))
    else if (next.kind === 'payout_schedule')
      paySchedule(context, retrieve(context, 'payout_schedule', next.id))
    else restrictAccount(context, retrieveAccount(context, next.id), ['stripe_transfers', 'payouts'])
  }
  throw new Error('Due work never finishes: some object stays due.')
}

function subscriptionDue(context: Context, subscription: Subscription, at: number): void {
  if (subscription.status === 'incomplete') {
    if (at < subscription.created + FIRST_PAYMENT_WITHIN) return
    const invoice = subscription.latest_invoice && context.store.get('invoice', subscription.latest_invoice)
    // Voiding also expires the subscription.
    if (invoice && invoice.status === 'open') voidInvoice(context, invoice)
    else expireIncomplete(context, subscription)
    return
  }
  const resumesAt = subscription.pause_collection?.resumes_at ?? null
  if (resumesAt !== null && resumesAt <= at) {
    resumeCollection(context, subscription)
    return
  }
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    cancelNow(context, subscription, 'cancellation_requested')
    return
  }
  startNextPeriod(context, subscription, false)
}

function invoiceDue(context: Context, invoice: Invoice): void {
  const open = invoice.status === 'draft' ? tryToFinalize(context, invoice).invoice : invoice
  if (open.status === 'open') collectPayment(context, open, { offSession: true, isRetry: true })
}
