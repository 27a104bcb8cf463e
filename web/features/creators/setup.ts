// The progress of a creator's setup: what is missing, and the page of the next step (spec section 2).
import { missingToCreate } from '#shared/rules/access.ts'
import type { SessionUser } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/**
 * The page with the next step before this person can post or open the Portfolio tab; null if nothing is
 * missing.
 */
export function nextSetupPath(
  user: Pick<SessionUser, 'isCreator' | 'stripeOnboardingCompleted'>,
): string | null {
  const missing = missingToCreate({ isCreator: user.isCreator, payoutsReady: user.stripeOnboardingCompleted })
  if (missing === 'creator_mode_required') return paths.creatorSubscribe
  if (missing === 'onboarding_required') return paths.creatorOnboarding
  return null
}

type SetupUser = Pick<SessionUser, 'isCreator' | 'stripeOnboardingCompleted' | 'hasPrice'>

/** Whether all three steps are done: Creator Mode, payouts and a price. */
export const isSetupDone = ({ isCreator, stripeOnboardingCompleted, hasPrice }: SetupUser): boolean =>
  isCreator && stripeOnboardingCompleted && hasPrice
