// When a push service that fails is called again.
import { expect, test } from 'vitest'
import { openCircuits } from '#server/features/alerts/push/circuits.ts'

test('one message at a time probes a service that failed, also after one that was never sent', () => {
  let nowMs = 0
  const circuits = openCircuits({ elapsedMs: () => nowMs })
  const fails = { is: 'failed', reason: 'answered 503', retryAfterMs: null } as const
  for (let n = 0; n < 5; n += 1) {
    expect(circuits.closedForMs('a')).toBeNull()
    circuits.heard('a', fails)
  }
  expect(circuits.closedForMs('a')).toBe(5000)
  expect(circuits.closedForMs('b')).toBeNull()
  nowMs = 5000
  expect(circuits.closedForMs('a')).toBeNull()
  expect(circuits.closedForMs('a')).toBe(5000)
  // The probe ended in an error of our own, so nothing was heard.
  nowMs = 36_000
  expect(circuits.closedForMs('a')).toBeNull()
  circuits.heard('a', { is: 'taken' })
  expect([1, 2].map(() => circuits.closedForMs('a'))).toEqual([null, null])
})
