// Calendar days as `YYYY-MM-DD`, counted without clock or time zone.

const DAY_MS = 86_400_000

/** Days since 1 January 1970; NaN for what is no day of the calendar, such as `2023-02-29`. */
export function dayNumber(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(date))
  // Date.UTC rolls the 30th of February on into March.
  return dayOf(moment / DAY_MS) === day ? moment / DAY_MS : NaN
}

/** The day of a number of days since 1 January 1970; empty for NaN. */
export function dayOf(number: number): string {
  return Number.isFinite(number) ? new Date(number * DAY_MS).toISOString().slice(0, 10) : ''
}

export const isDay = (day: string): boolean => !Number.isNaN(dayNumber(day))

/** Days from one to the other; a day to itself is 0. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)
