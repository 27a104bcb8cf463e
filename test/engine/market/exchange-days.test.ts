// The exchange days and closes of the New York Stock Exchange, and the last closed day at a moment.
import { expect, test } from 'vitest'
import { EXCHANGE_DAYS } from '#tools/sandbox/market/sample-market.ts'
import { closeOf, exchangeDays, lastClosedDay } from '#engine/market/exchange-days.ts'

test.each([
  ['2026-01-15', '2026-01-15T21:00:00.000Z', 'in winter'],
  ['2026-03-06', '2026-03-06T21:00:00.000Z', 'before the clocks go forward'],
  ['2026-03-09', '2026-03-09T20:00:00.000Z', 'after it'],
  ['2026-07-02', '2026-07-02T20:00:00.000Z', 'the day before a holiday that is kept on the third'],
  ['2025-07-03', '2025-07-03T17:00:00.000Z', 'the day before Independence Day'],
  ['2026-11-27', '2026-11-27T18:00:00.000Z', 'the day after Thanksgiving'],
  ['2026-11-30', '2026-11-30T21:00:00.000Z', 'the Monday after it'],
  ['2026-12-24', '2026-12-24T18:00:00.000Z', 'Christmas Eve'],
])('%s closes at %s: %s', (day, instant) => {
  expect(closeOf(day).toISOString()).toBe(instant)
})

test.each([
  ['2026-02-10T20:59:59Z', '2026-02-09'],
  ['2026-02-10T21:00:00Z', '2026-02-10'],
  ['2026-02-14T12:00:00Z', '2026-02-13'],
  ['2026-02-17T15:00:00Z', '2026-02-13'],
  ['2026-11-27T17:59:59Z', '2026-11-25'],
  ['2026-11-27T18:00:00Z', '2026-11-27'],
  ['2025-01-01T01:00:00Z', '2024-12-31'],
])('at %s the last close is that of %s', (now, day) => {
  expect(lastClosedDay(new Date(now))).toBe(day)
})

test('the sandbox trades on the same days', () => {
  expect(EXCHANGE_DAYS).toEqual(exchangeDays('2024-01-01', '2026-12-31'))
})
