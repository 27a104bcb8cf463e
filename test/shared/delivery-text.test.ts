// A delivery receipt never shows a shorter time than was measured.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryText } from '#shared/rules/delivery-text.ts'
import { halfWithinMs, withTimes } from '#shared/rules/delivery-times.ts'

test.each([
  [
    { feeds: 412, feedsMs: 387, handed: 380, halfMs: 2900, lastMs: 8800 },
    'In 412 feeds within 0.4 s. Push handed to 380 devices, half within 3 s, the last after 9 s.',
  ],
  [
    { feeds: 1, feedsMs: 12, handed: 1, halfMs: 250, lastMs: 240 },
    'In 1 feed within 0.1 s. Push handed to 1 device within 0.3 s.',
  ],
  [
    { feeds: 3, feedsMs: 90, handed: 2, halfMs: 500, lastMs: 500 },
    'In 3 feeds within 0.1 s. Push handed to 2 devices, all within 0.5 s.',
  ],
  [
    { feeds: 412, feedsMs: 387, handed: 380, halfMs: 2900, lastMs: 8800, handedAfterQuiet: 12 },
    'In 412 feeds within 0.4 s. Push handed to 380 devices, half within 3 s, the last after 9 s. 12 more after their quiet hours.',
  ],
  [
    { feeds: 3, feedsMs: 90, handed: 1, halfMs: 250, lastMs: 240, handedAfterQuiet: 1, handedLater: 1200 },
    'In 3 feeds within 0.1 s. Push handed to 1 device within 0.3 s. 1 more after its quiet hours and 1,200 on a later try.',
  ],
  [
    { feeds: 3, feedsMs: 90, handed: 0, halfMs: null, lastMs: null, handedAfterQuiet: 2, handedLater: 1 },
    'In 3 feeds within 0.1 s. Push handed to 2 devices after their quiet hours and 1 on a later try.',
  ],
  [{ feeds: 0, feedsMs: 5, handed: 0, halfMs: null, lastMs: null }, ''],
  [{ feeds: null, feedsMs: null, handed: 0, halfMs: null, lastMs: null }, ''],
  [
    { feeds: 20_000, feedsMs: 150_000, handed: 0, halfMs: null, lastMs: null },
    'In 20,000 feeds within 3 min.',
  ],
])('%j', (delivery, text) => {
  expect(deliveryText({ handedAfterQuiet: 0, handedLater: 0, ...delivery })).toBe(text)
})

test('the time “half within” is at least the median, and at most a fifth more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 100, max: 1_800_000 }), { minLength: 1, maxLength: 300 }),
      (times) => {
        const cut = Math.floor(times.length / 2)
        const half = halfWithinMs(withTimes(withTimes([], times.slice(0, cut)), times.slice(cut))) ?? 0
        const median = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? 0
        expect(half).toBeGreaterThanOrEqual(median)
        expect(half).toBeLessThanOrEqual(median * 1.21 + 1)
      },
    ),
  )
})
