// Where posting and the Portfolio tab lead a person, by what they have set up.
import { expect, test } from 'vitest'
import { wayToCreate } from '#web/features/creators/gate.ts'

test.each([
  [false, false, '/creator-subscribe'],
  // Payouts outlive Creator Mode, and are not enough on their own.
  [false, true, '/creator-subscribe'],
  [true, false, '/creator-onboarding'],
  [true, true, null],
])(
  'a person with Creator Mode %s and payouts finished %s goes to %s',
  (isCreator, stripeOnboardingCompleted, way) => {
    expect(wayToCreate({ isCreator, stripeOnboardingCompleted })).toBe(way)
  },
)
