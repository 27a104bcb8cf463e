// What alerts say where the text of a premium signal is left out.
import { expect, test } from 'vitest'
import { alertText } from '#shared/rules/alert-text.ts'

test('a premium signal that closed isn’t called a comment where its trade is left out', () => {
  const signal = {
    id: 'any',
    isOwn: false,
    isPremium: true,
    isLocked: false,
    return: '-0.04',
    benchmark: '0.01',
  }
  const maya = { id: 'any', username: 'maya', displayName: 'Maya', profileImageUrl: null }
  const rest = { people: [], peopleCount: 0, comment: null, facts: {} }
  const titleOf = (isOwn: boolean) =>
    alertText({ kind: 'outcome', person: maya, signal: { ...signal, isOwn }, ...rest }).title
  expect(titleOf(false)).toBe('Maya’s premium signal closed')
  expect(titleOf(true)).toBe('Your premium signal closed')
})
