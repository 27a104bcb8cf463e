// The gate before posting and before the Portfolio tab: what is missing decides where a person is led (spec section 2).
import { missingToCreate } from '#shared/rules/access.ts'
import type { SessionUser } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** The address that lets this person go on towards creating, or null when nothing is missing. */
export function nextSetupPath(
  user: Pick<SessionUser, 'isCreator' | 'stripeOnboardingCompleted'>,
): string | null {
  const missing = missingToCreate({ isCreator: user.isCreator, payoutsReady: user.stripeOnboardingCompleted })
  if (missing === 'creator_mode_required') return paths.creatorSubscribe
  if (missing === 'onboarding_required') return paths.creatorOnboarding
  return null
}
