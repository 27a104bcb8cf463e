// How a subscription stands, in the few ways that ask for different actions and words.
import type { Subscription } from '#shared/contracts/billing.ts'
import type { SubscriptionStatus } from '#shared/rules/access.ts'
import { shortDate } from '../../lib/money-and-dates.ts'

/** `ending` runs out with the paid period; `due` waits for money; `paused` waits for the creator to be paid again; `ended` is over, or never began. */
export type Standing = 'active' | 'ending' | 'due' | 'paused' | 'ended'

/** What decides it; a plan is never paused. */
type Facts = Pick<Subscription, 'status' | 'endsAt'> & Partial<Pick<Subscription, 'pausedFrom'>>

export function subscriptionState({ status, endsAt, pausedFrom = null }: Facts): Standing {
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

/** Stripe's words for what is not simply active. */
const WORDS: Record<SubscriptionStatus, string> = {
  active: 'Active',
  trialing: 'Active',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  incomplete: 'Incomplete',
  incomplete_expired: 'Expired',
  paused: 'Paused',
  canceled: 'Canceled',
}

/** What the badge says: the status, or the day it ends. */
export function stateLabel(subscription: Facts): string {
  const { status, endsAt } = subscription
  const standing = subscriptionState(subscription)
  if (standing === 'paused') return WORDS.paused
  return standing === 'ending' && endsAt ? `Ends ${shortDate(endsAt)}` : WORDS[status]
}

/** Undo is for one's own decision: a creator who stopped, or a disputed payment, can't be argued with here. */
export const canResume = (subscription: Subscription): boolean =>
  subscriptionState(subscription) !== 'ended' &&
  subscription.endsAt !== null &&
  subscription.endedBy === 'subscriber'

export const canCancel = (subscription: Subscription): boolean =>
  subscriptionState(subscription) !== 'ended' && subscription.endsAt === null
