// Who may post and who may read: the pure rules that header, tabs and server all ask.
import type { ProblemCode } from '../problems.ts'

/** Whether a person has a paid creator plan, and whether their payouts are set up. */
export type CreatorSetup = { isCreator: boolean; payoutsReady: boolean }

/** The first thing missing before a person may post or open the Portfolio tab; null when nothing is (answer 23). */
export function missingToCreate(
  person: CreatorSetup,
): Extract<ProblemCode, 'creator_mode_required' | 'onboarding_required'> | null {
  if (!person.isCreator) return 'creator_mode_required'
  if (!person.payoutsReady) return 'onboarding_required'
  return null
}

/** Statuses are Stripe's (answer 7). */
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
