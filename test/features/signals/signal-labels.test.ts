// The labels and colors of a signal's badges.
import { expect, test } from 'vitest'
import { labelOf, DISCLAIMER, intentTone, typeTone } from '#web/features/signals/signal-labels.ts'
import { hueOf } from '#web/ui/hue.ts'

test.each([
  ['buy', 'gain'],
  ['sell', 'loss'],
  ['comment', 'info'],
  ['hold', 'neutral'], // @spec-2.78
  ['BUY', 'neutral'],
  ['constructor', 'neutral'],
  ['', 'neutral'],
])('the badge of the type "%s" is %s', (type, tone) => {
  expect(typeTone(type)).toBe(tone)
})

test.each([
  ['bullish', 'gain'],
  ['bearish', 'loss'], // @spec-2.83
  ['taking_profits', 'caution'], // @spec-2.84
  ['adding_position', 'info'],
  ['watching', 'neutral'],
  ['hopeful', 'neutral'],
])('the badge of the intent "%s" is %s', (intent, tone) => {
  expect(intentTone(intent)).toBe(tone)
})

test.each([
  ['buy', 'Buy'],
  ['taking_profits', 'Taking Profits'], // @spec-2.82
  ['adding_position', 'Adding Position'],
] as const)('"%s" is shown as "%s"', (value, label) => {
  expect(labelOf(value)).toBe(label)
})

// @spec-1.8
test('the disclaimer has both sentences', () => {
  expect(DISCLAIMER).toBe('Not an investment recommendation. Investing involves risk of loss.')
})

// @spec-2.69
test('the color of an avatar depends on the first character of the id only', () => {
  expect(hueOf('a1')).toBe(hueOf('azzzz'))
  const colors = '0123456789abcdef'.split('').map(hueOf)
  expect(new Set(colors).size).toBe(8)
})
