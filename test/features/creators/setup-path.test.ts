// Where the gate before posting and before the Portfolio tab leads, by what a person has set up.
import { expect, test } from 'vitest'
import { nextSetupPath } from '#web/features/creators/setup-path.ts'

test.each([
  [false, false, '/creator-subscribe'],
  // Payouts outlive Creator Mode, and alone they open nothing.
  [false, true, '/creator-subscribe'],
  [true, false, '/creator-onboarding'],
  [true, true, null],
])('Creator Mode: %s, payouts finished: %s, leads to %s', (isCreator, stripeOnboardingCompleted, way) => {
  expect(nextSetupPath({ isCreator, stripeOnboardingCompleted })).toBe(way)
})
