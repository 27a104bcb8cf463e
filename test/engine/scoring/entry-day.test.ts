// The close at which a post enters, for any minute of three years, checked with New York's wall clock and hand-made lists of days.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXCHANGE_DAYS } from '#tools/sandbox/market/sample-market.ts'
import { firstEntryDay } from '#engine/scoring/method.ts'
import { runs } from '#test/test-scope.ts'

/** From the exchange's calendars of 2024 to 2026: days on which it closes at 13:00. */
const EARLY = '2024-07-03 2024-11-29 2024-12-24 2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24'.split(
  ' ',
)
/** New York counts four hours less than UTC from the second Sunday of March, at 7:00 UTC, to the first of November, at 6:00. */
const SUMMERS = [
  ['2024-03-10T07:00Z', '2024-11-03T06:00Z'],
  ['2025-03-09T07:00Z', '2025-11-02T06:00Z'],
  ['2026-03-08T07:00Z', '2026-11-01T06:00Z'],
].map((ends) => ends.map((end) => Date.parse(end)))

/** The wall-clock time in New York, as if it were UTC. */
const onTheWall = (ms: number) =>
  new Date(ms - (SUMMERS.some(([from = 0, to = 0]) => ms >= from && ms < to) ? 4 : 5) * 3_600_000)
    .toISOString()
    .slice(0, 23)
const lastOrders = (day: string) => `${day}T${EARLY.includes(day) ? '12' : '15'}:50:00.000`
const LAST_ORDERS = EXCHANGE_DAYS.map(lastOrders)
function entryOf(ms: number) {
  const shown = onTheWall(ms)
  return EXCHANGE_DAYS[LAST_ORDERS.findIndex((last) => shown <= last)]
}

const [FIRST, LAST] = [Date.parse('2024-01-01T00:00Z'), Date.parse('2026-12-15T00:00Z')]
/** Any moment, and those around the last orders of every day in either time. */
const moment = fc.oneof(
  fc.integer({ min: FIRST, max: LAST }),
  fc
    .tuple(
      fc.constantFrom(...EXCHANGE_DAYS.filter((day) => day < '2026-12-15'), ...EARLY.slice(0, -1)),
      fc.constantFrom(16, 17, 18, 19, 20),
      fc.constantFrom(-60_000, -1, 0, 1, 60_000),
    )
    .map(([day, hour, off]) => Date.parse(`${day}T${hour}:50:00Z`) + off),
)

test('a post enters at the first close that is at least ten minutes away', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      expect(firstEntryDay(new Date(ms))).toBe(entryOf(ms))
    }),
    { numRuns: runs(20_000) },
  )
  for (const day of [...EARLY.slice(0, -1), '2025-03-10', '2025-11-03'])
    for (const hour of [17, 18, 19, 20])
      for (const off of [0, 1]) {
        const ms = Date.parse(`${day}T${hour}:50:00Z`) + off
        expect(firstEntryDay(new Date(ms)), `${day} ${hour}:50 ${off}`).toBe(entryOf(ms))
      }
})
