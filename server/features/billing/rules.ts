// What a status means for access, what Stripe's account of a subscription means to us, and which terms are the same.
import type Stripe from 'stripe'
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '#shared/rules/access.ts'

const DAY_MS = 86_400_000

type BillingState = {
  status: string
  currentPeriodStart: Date | null
  endsAt?: Date | null
  pausedFrom?: Date | null
  isDisputed?: boolean
}

/** The last moment of access of what is past due: some days after the unpaid period began (answer 7). Else null. */
export function graceEnd({ status, currentPeriodStart }: BillingState, graceDays: number): Date | null {
  if (status !== 'past_due' || currentPeriodStart === null) return null
  return new Date(currentPeriodStart.getTime() + graceDays * DAY_MS)
}

/** The same answer as the SQL function `is_paying`. */
export function isPaying(state: BillingState, now: Date, graceDays: number): boolean {
  const { endsAt, pausedFrom } = state
  if (state.isDisputed || (endsAt && endsAt <= now) || (pausedFrom && pausedFrom <= now)) return false
  if (state.status === 'active' || state.status === 'trialing') return true
  const end = graceEnd(state, graceDays)
  return end !== null && end > now
}

/** Not ended: Stripe may still ask for money. */
export const LIVE = ['incomplete', 'active', 'trialing', 'past_due', 'unpaid', 'paused'] as const
export const isLive = (status: string): boolean => (LIVE as readonly string[]).includes(status)

/**
 * The last moment of access of what nobody pays for at present: of days of grace, or of the last paid period while renewals
 * are paused. Null when access has no end of this kind.
 */
export const unpaidAccessEndsAt = (state: BillingState, graceDays: number): Date | null =>
  state.pausedFrom ?? graceEnd(state, graceDays)

/** Written beside a cancellation at Stripe, so that every sync finds out again whose decision it was. */
export const CREATOR_ENDED = 'The creator stopped offering subscriptions.'
export const DISPUTE_ENDED = 'A payment was disputed.'
export const REFUND_ENDED = 'A payment was refunded.'

export type Facts = {
  status: SubscriptionStatus
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  endsAt: Date | null
  endedBy: 'subscriber' | 'creator' | 'payments' | null
  /** While renewals are paused: the end of the last period that was paid, as far as the latest invoice tells. */
  pausedFrom: Date | null
  /** Who else is paid; null for plans. */
  stripeAccountId: string | null
}

const moment = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000)

/**
 * What a subscription at Stripe means here; `latest_invoice` is expected expanded. A paused one stays `active` and goes
 * from period to period without being paid (https://docs.stripe.com/billing/subscriptions/pause-payment). Throws for a
 * status this version of the API doesn't have.
 */
export function factsOf(subscription: Stripe.Subscription): Facts {
  const status = SUBSCRIPTION_STATUSES.find((known) => known === subscription.status)
  if (!status) throw new Error(`Stripe has a status nobody here knows: ${subscription.status}`)
  const [item] = subscription.items.data
  // Before the first payment there is no period that anybody paid for.
  const hasPeriod = status !== 'incomplete' && status !== 'incomplete_expired'
  const willEnd =
    subscription.cancel_at ?? (subscription.cancel_at_period_end ? item?.current_period_end : null)
  const endsAt = moment(subscription.ended_at ?? willEnd)
  return {
    status,
    currentPeriodStart: hasPeriod ? moment(item?.current_period_start) : null,
    currentPeriodEnd: hasPeriod ? moment(item?.current_period_end) : null,
    endsAt: status === 'incomplete' ? null : endsAt,
    endedBy: endsAt === null || !hasPeriod ? null : whoEnded(subscription),
    pausedFrom:
      subscription.pause_collection === null || !hasPeriod || status === 'canceled'
        ? null
        : moment(isLatestPaid(subscription) ? item?.current_period_end : item?.current_period_start),
    stripeAccountId: idOf(subscription.transfer_data?.destination),
  }
}

/** Whether the current period of an active subscription was paid. */
export const isLatestPaid = ({ latest_invoice: invoice }: Stripe.Subscription): boolean =>
  typeof invoice === 'object' && invoice?.status === 'paid'

function whoEnded({ cancellation_details: details }: Stripe.Subscription): Facts['endedBy'] {
  if (details?.comment === CREATOR_ENDED) return 'creator'
  if (details?.comment === DISPUTE_ENDED || details?.comment === REFUND_ENDED) return 'payments'
  return details?.reason === 'payment_failed' || details?.reason === 'payment_disputed'
    ? 'payments'
    : 'subscriber'
}

/**
 * A dispute costs access while it is open and after it was lost. An inquiry (`warning_…`) is none yet: no money was taken,
 * so nothing is reversed (https://docs.stripe.com/disputes/how-disputes-work#inquiries).
 */
export const costsAccess = (disputeStatus: string | null): boolean =>
  disputeStatus !== null &&
  !disputeStatus.startsWith('warning_') &&
  !['won', 'prevented'].includes(disputeStatus)

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export const isDeletedCustomer = (
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): customer is Stripe.DeletedCustomer => customer.deleted === true
