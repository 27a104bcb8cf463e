// Access rules: who may post, and for whom a premium signal is locked.
import { expect, test } from 'vitest'
import { isLocked } from '#server/features/users/visibility.ts'
import { missingToCreate } from '#shared/rules/access.ts'

// @spec-6.10
test.each([
  [false, false, 'creator_mode_required'], // @spec-2.64
  [false, true, 'creator_mode_required'], // @spec-2.64
  [true, false, 'onboarding_required'], // @spec-2.65
  [true, true, null],
])('a person with Creator Mode %s and payouts %s is missing: %s', (isCreator, payoutsReady, missing) => {
  expect(missingToCreate({ isCreator, payoutsReady })).toBe(missing)
})

test.each([
  ['premium', 'a stranger', true],
  ['premium', 'the author', false],
  ['premium', 'a subscriber', false],
  ['free', 'a stranger', false],
  ['free', 'the author', false],
  ['free', 'a subscriber', false],
])('a %s signal is locked for %s: %s', (kind, who, locked) => {
  const row = { isPremium: kind === 'premium', userId: 'ada', pays: who === 'a subscriber' }
  expect(isLocked(row, who === 'the author' ? 'ada' : 'bob')).toBe(locked)
})
