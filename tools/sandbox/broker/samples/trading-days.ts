// Days as `YYYY-MM-DD` in UTC, and the exchange's trading days.
export type Day = string

const DAY_MS = 86_400_000
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10)
export const plusDays = (day: Day, days: number): Day => dayOf(new Date(Date.parse(day) + days * DAY_MS))
const weekday = (day: Day) => new Date(day).getUTCDay()
const yearOf = (day: Day) => Number(day.slice(0, 4))

/** The last full day; its trades are complete. */
export const yesterdayOf = (moment: Date): Day => plusDays(dayOf(moment), -1)

export function plusYears(day: Day, years: number): Day {
  const moved = new Date(day)
  moved.setUTCFullYear(moved.getUTCFullYear() + years)
  return dayOf(moved)
}

/** Excludes weekends and the New York exchange's holidays, which stand in for all exchanges. */
export const isTradingDay = (day: Day) =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidaysOf(yearOf(day)).has(day)

export function tradingDayFrom(day: Day): Day {
  let found = day
  while (!isTradingDay(found)) found = plusDays(found, 1)
  return found
}

export function tradingDayUntil(day: Day): Day {
  let found = day
  while (!isTradingDay(found)) found = plusDays(found, -1)
  return found
}

/** Whether `day` is the trading day on or after this day of the month. */
export function isMonthly(day: Day, dayOfMonth: number): boolean {
  const due = `${day.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`
  return due <= day && tradingDayFrom(due) === day
}

const known = new Map<number, Set<Day>>()
function holidaysOf(year: number): Set<Day> {
  const kept = known.get(year)
  if (kept) return kept
  const fixed = ['01-01', '06-19', '07-04', '12-25'].map((date) => observed(`${year}-${date}`))
  // Memorial Day, the last Monday of May, is a week before the first one of June.
  const floating = [
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    plusDays(easter(year), -2),
    plusDays(nth(year, 6, 1, 1), -7),
    nth(year, 9, 1, 1),
    nth(year, 11, 4, 4),
  ]
  const holidays = new Set([...fixed, ...floating])
  known.set(year, holidays)
  return holidays
}

const SHIFT: Record<number, number> = { 0: 1, 6: -1 }
const observed = (day: Day) => plusDays(day, SHIFT[weekday(day)] ?? 0)

function nth(year: number, month: number, onWeekday: number, count: number): Day {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return plusDays(first, ((onWeekday - weekday(first) + 7) % 7) + (count - 1) * 7)
}

/** Gauss's rule, in the form that holds from 1900 to 2099. */
function easter(year: number): Day {
  const moon = (19 * (year % 19) + 24) % 30
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  const late = (moon === 29 && sunday === 6) || (moon === 28 && sunday === 6 && year % 19 > 10) ? 7 : 0
  return plusDays(`${year}-03-22`, moon + sunday - late)
}
