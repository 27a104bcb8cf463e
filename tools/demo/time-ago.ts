// Dates in the demo's history, as months and days ago.

/** Whole months and days before the present, such as `[2, 12]`. */
export type Ago = [months: number, days: number]

const HOUR_MS = 3_600_000

/**
 * The time this long before `now`, plus 3 to 20 hours that depend on `place`, so that people act at different times of
 * day and monthly events are hours away from now. A day that doesn't exist in a month becomes its last day.
 */
export function momentOf([months, days]: Ago, now: Date, place: number): Date {
  const earlierHours = 3 + ((place * 7) % 17) + ((place * 37) % 60) / 60
  const day = new Date(now.getTime() - earlierHours * HOUR_MS - days * 24 * HOUR_MS)
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months + 1, 0)).getUTCDate()
  const moment = new Date(day)
  moment.setUTCMonth(day.getUTCMonth() - months, Math.min(day.getUTCDate(), lastOfMonth))
  return moment
}
