// Calendar days as `YYYY-MM-DD`, without a clock or a time zone.
import { utcDay } from '#shared/rules/dates.ts'

const DAY_MS = 86_400_000

/** Days since January 1, 1970. NaN for an invalid day, such as `2023-02-29`. */
export function dayNumber(day: string): number {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  // Date.UTC rolls February 30 over into March and reads the year 25 as 1925.
  const isSame = moment.getUTCDate() === Number(date) && moment.getUTCFullYear() === Number(year)
  return isSame ? moment.getTime() / DAY_MS : NaN
}

/** The day of a number of days since January 1, 1970. Empty for NaN. */
export function dayOf(number: number): string {
  return Number.isFinite(number) ? utcDay(number * DAY_MS) : ''
}

export const isDay = (day: string): boolean => !Number.isNaN(dayNumber(day))

/** Days from one to the other; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The Line Islands (Kiribati), where each day begins first, are 14 hours ahead of UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000

/** The latest day that has begun anywhere on earth. Later dates are in the future for everybody. */
export const latestDay = (now: Date): string => utcDay(now.getTime() + FIRST_ZONE_MS)
