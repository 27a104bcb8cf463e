// The state of a subscription or a plan, reduced to what decides its label and its buttons.
import type { Subscription } from '#shared/contracts/billing.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { shortDate } from '#web/lib/money-and-dates.ts'

/**
 * `ending`: runs until the end of the paid period. `due`: a payment is due. `paused`: not charged until the
 * creator can be paid again. `ended`: over, or never paid.
 */
type SubscriptionState = 'active' | 'ending' | 'due' | 'paused' | 'ended'

/** A plan has no `pausedFrom`: it is never paused. */
export type Stateful = Pick<Subscription, 'status' | 'endsAt'> & Partial<Pick<Subscription, 'pausedFrom'>>

export function subscriptionState({ status, endsAt, pausedFrom = null }: Stateful): SubscriptionState {
  switch (status) {
    case 'active':
    case 'trialing':
      if (endsAt !== null) return 'ending'
      return pausedFrom === null ? 'active' : 'paused'
    case 'past_due':
    case 'unpaid':
      return 'due'
    case 'paused':
      return 'paused'
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
      return 'ended'
  }
}

/** Stripe's statuses, as labels. */
const LABELS: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  incomplete: 'Incomplete',
  incomplete_expired: 'Expired',
  paused: 'Paused',
  canceled: 'Canceled',
}

/** The badge's text: the status, or the day it ends. */
export function stateLabel(subscription: Stateful): string {
  const { status, endsAt } = subscription
  const state = subscriptionState(subscription)
  if (state === 'paused') return LABELS.paused
  return state === 'ending' && endsAt ? `Ends ${shortDate(endsAt)}` : LABELS[status]
}

/** Whether access has ended because the creator can't be paid, while the subscription itself continues or runs out. */
export const isPausedWithoutAccess = ({
  status,
  pausedFrom,
  hasAccess,
}: Pick<Subscription, 'status' | 'pausedFrom' | 'hasAccess'>): boolean =>
  pausedFrom !== null && !hasAccess && status !== 'canceled'

/**
 * Subscribers can undo only their own cancellation, not the creator's and not one after a disputed payment.
 */
export const canResume = (subscription: Subscription): boolean =>
  subscriptionState(subscription) !== 'ended' &&
  subscription.endsAt !== null &&
  subscription.endedBy === 'subscriber'

export const canCancel = (subscription: Subscription): boolean =>
  subscriptionState(subscription) !== 'ended' && subscription.endsAt === null
