// Calendar days (`YYYY-MM-DD`) of instants, and dates as people read them.

const MEDIUM = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const LONG = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** "Jan 12, 2026" for the calendar day `2026-01-12`. */
export const dayText = (day: string): string => MEDIUM.format(new Date(`${day}T00:00:00Z`))

/** The calendar day of an instant in UTC, `YYYY-MM-DD`. */
export const utcDay = (at: Date | number): string => new Date(at).toISOString().slice(0, 10)

/** "January 12, 2026", the day of an instant in UTC, for emails: the server doesn't know the reader's time zone. */
export const longUtcDate = (at: Date): string => LONG.format(at)

/** The same date this many months earlier, or the last day of that month if it is shorter. Both are `YYYY-MM-DD`. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return utcDay(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth)))
}

const DAYS_PER_MONTH = 21

/** "a year" or "in 7 months": the length of a record of `days` exchange days. */
export function timeText({ yearly, days }: { yearly: boolean; days: number }): string {
  if (yearly) return 'a year'
  const months = Math.max(1, Math.round(days / DAYS_PER_MONTH))
  return `in ${months} ${months === 1 ? 'month' : 'months'}`
}
