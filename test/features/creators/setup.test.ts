// The next setup page for a person who wants to post or open the Portfolio tab.
import { expect, test } from 'vitest'
import { nextSetupPath } from '#web/features/creators/setup.ts'

test.each([
  [false, false, '/creator-subscribe'],
  // Payouts can be left over from an earlier plan; without Creator Mode they don't help.
  [false, true, '/creator-subscribe'],
  [true, false, '/creator-onboarding'],
  [true, true, null],
])('Creator Mode: %s, payouts finished: %s: next is %s', (isCreator, stripeOnboardingCompleted, path) => {
  expect(nextSetupPath({ isCreator, stripeOnboardingCompleted })).toBe(path)
})
