// Calendar days as `YYYY-MM-DD`, counted without clock or time zone.
import { utcDay } from '#shared/rules/dates.ts'

const DAY_MS = 86_400_000

/** Days since 1 January 1970; NaN for what is no day of the calendar, such as `2023-02-29`. */
export function dayNumber(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  // Date.UTC rolls the 30th of February on into March, and takes the year 25 for 1925.
  const isSame = moment.getUTCDate() === Number(date) && moment.getUTCFullYear() === Number(year)
  return isSame ? moment.getTime() / DAY_MS : NaN
}

/** The day of a number of days since 1 January 1970; empty for NaN. */
export function dayOf(number: number): string {
  return Number.isFinite(number) ? utcDay(number * DAY_MS) : ''
}

export const isDay = (day: string): boolean => !Number.isNaN(dayNumber(day))

/** Days from one to the other; a day to itself is 0. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** It is 14 hours later than UTC on the islands where each day begins (Line Islands, Kiribati). */
const FIRST_ZONE_MS = 14 * 3_600_000

/** The latest day that has begun anywhere on earth: what is dated later than that is in the future for everybody. */
export const latestDay = (now: Date): string => utcDay(now.getTime() + FIRST_ZONE_MS)
