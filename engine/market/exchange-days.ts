// The days on which the New York Stock Exchange trades: its holiday rules, plus exceptional closures.
import { utcDay } from '#shared/rules/dates.ts'
import { closesEarly } from '#shared/rules/early-close.ts'

/** Closures that no rule explains (https://www.nyse.com/markets/hours-calendars and its historical closings). */
const CLOSED = new Set([
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
])
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const newYorkHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
})
const newYorkDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const weekdayOf = (ms: number) => new Date(ms).getUTCDay()

/** Ascending, from 1998 on. Both ends are included. */
export function exchangeDays(from: string, to: string): string[] {
  const days: string[] = []
  const holidays = new Map<number, Set<string>>()
  for (let ms = msOf(from); ms <= msOf(to); ms += DAY_MS) {
    const weekday = weekdayOf(ms)
    if (weekday === 0 || weekday === 6) continue
    const day = utcDay(ms)
    const year = Number(day.slice(0, 4))
    const closed = holidays.get(year) ?? new Set(holidaysOf(year))
    holidays.set(year, closed)
    if (!closed.has(day) && !CLOSED.has(day)) days.push(day)
  }
  return days
}

/** The calendar day in New York, on which a split of that day already counts. */
export const newYorkDay = (at: Date): string => newYorkDate.format(at)

/** The instant of the close: 16:00 in New York, 13:00 on early closes. */
export function closeOf(day: string): Date {
  const hour = closesEarly(day) ? 13 : 16
  const noon = Date.parse(`${day}T12:00:00Z`)
  const hoursBehind = 12 - Number(newYorkHour.format(noon))
  return new Date(msOf(day) + (hour + hoursBehind) * HOUR_MS)
}

/** The last exchange day that had closed by that instant. */
export function lastClosedDay(now: Date): string {
  const today = utcDay(now.getTime())
  // The longest closure was six days, in September 2001. New York is never ahead of UTC.
  const recent = exchangeDays(utcDay(now.getTime() - 14 * DAY_MS), today)
  return recent.findLast((day) => closeOf(day) <= now) ?? ''
}

/** The exchange day of the first close at that instant or later. */
export function nextClosingDay(at: Date): string {
  const today = utcDay(at)
  let closes = closesFrom.get(today)
  if (!closes) {
    if (closesFrom.size >= CLOSES_KEPT) closesFrom.clear()
    closes = exchangeDays(today, utcDay(at.getTime() + 14 * DAY_MS)).map((day) => [
      day,
      closeOf(day).getTime(),
    ])
    closesFrom.set(today, closes)
  }
  return closes.find(([, ms]) => ms >= at.getTime())?.[0] ?? ''
}

/** The closes on and after a day, cached because scoring looks up those of a million signals. */
const closesFrom = new Map<string, (readonly [day: string, ms: number])[]>()
const CLOSES_KEPT = 1000

/** The last exchange day on or before a day, whether or not it has closed. */
export const exchangeDayOn = (day: string): string =>
  exchangeDays(utcDay(msOf(day) - 14 * DAY_MS), day).at(-1) ?? ''

/**
 * Source: NYSE Rule 7.2. If New Year's Day is a Saturday, the Friday before (the last day of the year) is not a
 * holiday.
 */
function holidaysOf(year: number): string[] {
  const fixed = (month: number, day: number) => observed(Date.UTC(year, month - 1, day))
  const newYear = Date.UTC(year, 0, 1)
  return [
    ...(weekdayOf(newYear) === 6 ? [] : [observed(newYear)]),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    utcDay(easterOf(year) - 2 * DAY_MS),
    lastMonday(year, 5),
    ...(year >= 2022 ? [fixed(6, 19)] : []),
    fixed(7, 4),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    fixed(12, 25),
  ]
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function observed(ms: number): string {
  const weekday = weekdayOf(ms)
  return utcDay(weekday === 6 ? ms - DAY_MS : weekday === 0 ? ms + DAY_MS : ms)
}

function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = Date.UTC(year, month - 1, 1)
  const offset = (weekday - weekdayOf(first) + 7) % 7
  return utcDay(first + (offset + (n - 1) * 7) * DAY_MS)
}

function lastMonday(year: number, month: number): string {
  const last = Date.UTC(year, month, 0)
  return utcDay(last - ((weekdayOf(last) + 6) % 7) * DAY_MS)
}

/** The Gregorian computus of Meeus, Jones and Butcher (Nature, 20 April 1876). */
function easterOf(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return Date.UTC(year, month - 1, day)
}
