// What of a creator's setup is done: Creator Mode, payouts, a price.
import type { SessionUser } from '#web/lib/session.tsx'

export type SetupUser = Pick<SessionUser, 'isCreator' | 'stripeOnboardingCompleted' | 'hasPrice'>

export const isSetupDone = ({ isCreator, stripeOnboardingCompleted, hasPrice }: SetupUser): boolean =>
  isCreator && stripeOnboardingCompleted && hasPrice
