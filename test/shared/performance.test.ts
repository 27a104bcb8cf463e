// When the time-weighted and the money-weighted return differ so much that the page explains it.
import { expect, test } from 'vitest'
import { returnsDisagree } from '#shared/rules/performance.ts'

test.each([
  ['+18.4%', '+16.0%', false],
  ['+18.4%', '+43.4%', false],
  ['+18.4%', '+43.5%', true],
  ['+4900.0%', '+3.0%', true],
  ['+0.1%', '-0.1%', true],
  ['-3.0%', '+2.0%', true],
  ['+0.0%', '-3.0%', false],
  ['+3.0%', '+0.0%', false],
  ['-30.0%', '-4.9%', true],
  ['+18.4%', null, false],
])('%s and %s: %s', (timeWeighted, moneyWeighted, expected) => {
  expect(returnsDisagree(timeWeighted, moneyWeighted)).toBe(expected)
})
