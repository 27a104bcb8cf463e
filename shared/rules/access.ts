// Who may post signals, which the header, the tabs and the server check, and the statuses of a subscription.
import type { ProblemCode } from '../problems.ts'

/** Whether a person has a paid creator plan, and whether their payouts are set up. */
export type CreatorSetup = { isCreator: boolean; payoutsReady: boolean }

/** The first unmet requirement for posting and for the Portfolio tab; null if all are met (spec answer 23). */
export function missingToCreate(
  person: CreatorSetup,
): Extract<ProblemCode, 'creator_mode_required' | 'onboarding_required'> | null {
  if (!person.isCreator) return 'creator_mode_required'
  if (!person.payoutsReady) return 'onboarding_required'
  return null
}

/** Stripe's subscription statuses (spec answer 7). */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'active',
  'trialing',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
