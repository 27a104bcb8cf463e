// Amounts and days as subscriptions, plans and revenue say them.
import { exactPrice } from '#shared/rules/money.ts'

const FULL_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** "$181.80", always with cents; an amount below zero with a real minus; zero has none. US cents. */
export const dollars = (cents: number): string => exactPrice(cents || 0).replace('-', '−')

/** "Dec 20, 2026". */
export const longDate = (moment: Date): string => FULL_DAY.format(moment)

/** "Dec 20", with the year when it is not this one. */
export const shortDate = (moment: Date, now = new Date()): string =>
  moment.getFullYear() === now.getFullYear() ? DAY.format(moment) : FULL_DAY.format(moment)

/** A month of revenue, such as `2026-11`, in words: "Nov", "November" or "Nov 2026". Its borders are those of UTC. */
export const monthName = (month: string, words: keyof typeof MONTH): string =>
  MONTH[words].format(new Date(`${month}-01T00:00:00Z`))

const MONTH = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }),
  withYear: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}
