// Amounts and dates as subscriptions, plans and revenue show them.
import { exactPrice } from '#shared/rules/money.ts'

/** "$181.80", always with cents; with a real minus sign below zero, and none for −0. US cents. */
export const dollars = (cents: number): string => exactPrice(cents || 0).replace('-', '−')

const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const SHORT_DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

const FULL = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })
const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** "Friday, November 20, 2026 at 3:04 PM", in the reader's time zone. */
export const fullDate = (at: Date): string => FULL.format(at)

const DATE_AND_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** "Nov 20, 2026, 3:04 PM", in the reader's time zone. */
export const dateAndTime = (at: Date): string => DATE_AND_TIME.format(at)

/** "Nov 20, 2026, 3:04:05 PM UTC". */
export const utcTime = (at: Date): string => `${TIME.format(at)} UTC`

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'America/New_York',
})

/** "Nov 20, 2026, 3:04:05 PM New York", because results follow the exchange's clock. */
export const newYorkTime = (at: Date): string => `${NEW_YORK.format(at).replace('\u202f', ' ')} New York`

/** "Dec 20, 2026", in the reader's time zone. */
export const longDate = (at: Date): string => LONG_DATE.format(at)

/** "Dec 20", with the year unless it is the year of `now`. In the reader's time zone. */
export const shortDate = (at: Date, now = new Date()): string =>
  at.getFullYear() === now.getFullYear() ? SHORT_DATE.format(at) : LONG_DATE.format(at)

const MONTH = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }),
  withYear: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** "Nov", "November" or "Nov 2026" for the UTC month `2026-11`. */
export const monthName = (month: string, style: keyof typeof MONTH): string =>
  MONTH[style].format(new Date(`${month}-01T00:00:00Z`))

/**
 * The same instant a month later, in UTC as Stripe counts. A day that the next month doesn't have becomes its
 * last day (January 31, then February 28).
 */
export function monthAfter(at: Date): Date {
  const next = new Date(at)
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return next
}
