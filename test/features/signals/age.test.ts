// The age of a signal, at each threshold of the specification and across clock changes.
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { age } from '#shared/rules/age.ts'

const NOW = Date.UTC(2026, 5, 1, 12)

// @spec-2.75 @spec-9.14
test.each([
  [0, 'now'],
  [59, 'now'], // @spec-2.71
  [59.999, 'now'],
  [60, '1m'],
  [119, '1m'],
  [120, '2m'],
  [3599, '59m'], // @spec-2.72
  [3600, '1h'],
  [7199, '1h'],
  [86_399, '23h'], // @spec-2.73
  [86_400, '1d'], // @spec-2.74
  [2 * 86_400 - 1, '1d'],
  [400 * 86_400, '400d'],
  [-1, 'now'],
  [-86_400, 'now'],
])('%s seconds ago is "%s"', (seconds, words) => {
  expect(age(NOW - seconds * 1000, NOW)).toBe(words)
})

test('every age is "now" or a positive whole number with m, h or d', () => {
  const moments = fc.integer({ min: 0, max: 8.64e15 })
  fc.assert(
    fc.property(moments, moments, (a, b) => {
      expect(age(a, b)).toMatch(/^(now|[1-9]\d*[mhd])$/)
    }),
  )
})

describe('Across clock changes,', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  // @spec-2.75
  test.each([
    // In Berlin, the hour from 2 to 3 doesn't exist in March and happens twice in October.
    ['Europe/Berlin', '2026-03-29T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['America/New_York', '2026-03-08T06:30:00Z'],
    ['America/New_York', '2026-11-01T05:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z'],
  ])('in %s around %s, an hour has 3600 seconds and a day 86400', (zone, moment) => {
    vi.stubEnv('TZ', zone)
    const posted = Date.parse(moment)
    expect(new Date(posted).getTimezoneOffset()).not.toBe(new Date(posted + 3_600_000).getTimezoneOffset())
    for (const [seconds, words] of [
      [3599, '59m'],
      [3600, '1h'],
      [86_399, '23h'],
      [86_400, '1d'],
    ] as const)
      expect(age(posted, posted + seconds * 1000)).toBe(words)
  })

  // @spec-2.75
  test('on a device whose clock was set back, a signal from the future is "now"', () => {
    vi.useFakeTimers({ now: NOW })
    const posted = Date.now()
    vi.advanceTimersByTime(10 * 60_000)
    expect(age(posted, Date.now())).toBe('10m')
    vi.setSystemTime(NOW - 3_600_000)
    expect(age(posted, Date.now())).toBe('now')
    vi.advanceTimersByTime(3_600_000 + 59_000)
    expect(age(posted, Date.now())).toBe('now')
    vi.advanceTimersByTime(1000)
    expect(age(posted, Date.now())).toBe('1m')
  })
})
