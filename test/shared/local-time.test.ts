// Local times over clock changes: a digest comes once a day, and quiet hours end when the clock on the wall says so.
import { expect, test } from 'vitest'
import { instantOf, isTimeZone, nextLocalTime, quietUntil, wallTimeOf } from '#shared/rules/local-time.ts'

const DAY_MS = 86_400_000
/** Zones with different changes: hours of night, half an hour, south of the equator, at midnight, and none. */
const ZONES = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
]
/** Midnight, within gaps and overlaps, and hours that always exist. */
const MINUTES = [0, 30, 90, 120, 150, 7 * 60, 23 * 60 + 30]

test.each(ZONES)('in %s a daily time comes exactly once on each day of two years', (timeZone) => {
  for (const minute of MINUTES) {
    let at = new Date('2026-01-01T12:00:00Z')
    const days: string[] = []
    while (at < new Date('2028-01-01T12:00:00Z')) {
      const next = nextLocalTime({ timeZone, minute, weekday: null }, at)
      expect(next.getTime()).toBeGreaterThan(at.getTime())
      expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(DAY_MS * 1.1)
      const { year, month, day } = wallTimeOf(timeZone, next)
      days.push(`${year}-${month}-${day}`)
      at = next
    }
    expect(new Set(days).size, `${minute}`).toBe(days.length)
    expect(days.length).toBeGreaterThanOrEqual(730)
  }
})

test.each<[string, string, number, string]>([
  // Clocks go from 2:00 to 3:00: 2:30 doesn't exist, and 3:30 is as far from midnight.
  ['America/New_York', '2027-03-14', 150, '2027-03-14T07:30:00.000Z'],
  ['America/New_York', '2027-03-14', 420, '2027-03-14T11:00:00.000Z'],
  // 1:30 comes twice: the first counts.
  ['America/New_York', '2027-11-07', 90, '2027-11-07T05:30:00.000Z'],
  ['America/New_York', '2027-11-07', 420, '2027-11-07T12:00:00.000Z'],
  ['Europe/London', '2027-03-28', 90, '2027-03-28T01:30:00.000Z'],
  ['Europe/London', '2027-10-31', 90, '2027-10-31T00:30:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04', 420, '2027-04-03T20:30:00.000Z'],
  ['Asia/Kolkata', '2027-03-28', 420, '2027-03-28T01:30:00.000Z'],
])('in %s on %s, minute %i is %s', (timeZone, date, minute, expected) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  expect(instantOf(timeZone, { year, month, day, minute }).toISOString()).toBe(expected)
})

test('a weekly time comes on its day', () => {
  const at = nextLocalTime(
    { timeZone: 'America/New_York', minute: 420, weekday: 6 },
    new Date('2026-11-27T12:00:00Z'),
  )
  expect(at.toISOString()).toBe('2026-11-28T12:00:00.000Z')
})

test.each<[string, string | null]>([
  ['2027-03-14T02:59:00Z', null],
  ['2027-03-14T03:00:00Z', '2027-03-14T11:00:00.000Z'],
  ['2027-03-14T10:59:00Z', '2027-03-14T11:00:00.000Z'],
  ['2027-03-14T11:00:00Z', null],
  ['2027-11-07T03:00:00Z', '2027-11-07T12:00:00.000Z'],
  ['2027-11-07T11:59:00Z', '2027-11-07T12:00:00.000Z'],
])('from 10 PM to 7 AM in New York, at %s quiet hours last until %s', (at, until) => {
  const quiet = { timeZone: 'America/New_York', from: 22 * 60, to: 7 * 60 }
  expect(quietUntil(quiet, new Date(at))?.toISOString() ?? null).toBe(until)
})

test('unknown time zones are recognized', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Mars/Base')).toBe(false)
})
