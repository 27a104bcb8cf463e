// The exchange days of a rating with their closing times, and their ISO weeks.
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { LAG_DAYS } from './method.ts'

/** Closing orders are accepted until ten minutes before the close. */
const ENTRY_DELAY_MS = 600_000
const DAYS_PER_WEEK = 7
/** January 1, 1970 was a Thursday, three days after a Monday. */
const THURSDAY = 3

/** A day's place is its index in `days`. Weeks are numbered, too; weeks without an exchange day are left out. */
export type TradingDays = {
  days: readonly string[]
  placeOf: ReadonlyMap<string, number>
  /** How many of the days have closed: all. */
  known: number
  /** In milliseconds since 1970. */
  closesAt: Float64Array
  /** The week of each day. */
  weekOf: Int32Array
  /** The place of each week's first day, and the number of days at the end. */
  weekStarts: readonly number[]
}

/** `closes`: [day, instant of its close], ascending. */
export function tradingDays(closes: readonly (readonly [day: string, close: string])[]): TradingDays {
  const days = closes.map(([day]) => day)
  const weekOf = new Int32Array(days.length)
  const weekStarts: number[] = []
  let before = NaN
  for (const [place, day] of days.entries()) {
    const week = weekNumber(day)
    if (week !== before) weekStarts.push(place)
    before = week
    weekOf[place] = weekStarts.length - 1
  }
  weekStarts.push(days.length)
  return {
    days,
    placeOf: new Map(days.map((day, place) => [day, place])),
    known: days.length,
    closesAt: Float64Array.from(closes, ([, close]) => Date.parse(close)),
    weekOf,
    weekStarts,
  }
}

/** The number of ISO weeks, which begin on Monday, since the week of January 1, 1970. */
const weekNumber = (day: string): number => Math.floor((dayNumber(day) + THURSDAY) / DAYS_PER_WEEK)

/** The first day whose close comes at least ten minutes after the instant; empty if it isn't known yet. */
export function firstEntryDay({ days, closesAt }: TradingDays, time: string): string {
  const from = Date.parse(time) + ENTRY_DELAY_MS
  let [low, high] = [0, closesAt.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((closesAt[middle] ?? 0) >= from) high = middle
    else low = middle + 1
  }
  return days[low] ?? ''
}

/** The day that many calendar days earlier. */
export const daysBefore = (day: string, count: number): string => dayOf(dayNumber(day) - count)

/**
 * The place of the last day of the last whole week by the end of a calendar day; -1 if there is none. A sealed book
 * ends 91 days earlier. A week is whole from its Friday on, or once a later week has begun.
 */
export function lastWholeDay({ days, weekOf }: TradingDays, asOf: string, book: 'open' | 'sealed'): number {
  const limit = book === 'open' ? asOf : daysBefore(asOf, LAG_DAYS)
  let place = days.findLastIndex((day) => day <= limit)
  const day = days[place]
  if (day === undefined) return -1
  const friday = dayOf(weekNumber(day) * DAYS_PER_WEEK - THURSDAY + 4)
  const next = weekOf[place + 1]
  if (limit >= friday || (next !== undefined && next !== weekOf[place])) return place
  const week = weekOf[place]
  while (place >= 0 && weekOf[place] === week) place -= 1
  return place
}
