// Formats prices and their days for display.
import type { WatchedTicker } from '#shared/contracts/watchlist.ts'
import { dayText } from '#shared/rules/dates.ts'

export const BENCHMARK = 'SPY'

const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const BELOW_A_DOLLAR = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

/** "$661.10", and up to four decimals below a dollar, as exchanges quote them. */
export const dollars = (price: number): string => (price < 1 ? BELOW_A_DOLLAR : CENTS).format(price)

const NEW_YORK = 'America/New_York'
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: NEW_YORK })
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: NEW_YORK })

/** "today’s close, 4:00 PM New York", or "the close of Nov 23, 2026, 4:00 PM New York" on another day. */
export function entryText(entryAt: Date, now: Date): string {
  const isToday = DAY.format(entryAt) === DAY.format(now)
  const close = isToday ? 'today’s close' : `the close of ${DAY.format(entryAt)}`
  // Intl separates "PM" with a narrow no-break space.
  return `${close}, ${TIME.format(entryAt).replace('\u202f', ' ')} New York`
}

/** The day of all last closes, such as "Nov 20, 2026". Null if the days differ, or without closes. */
export function closeDayOf(rows: readonly Pick<WatchedTicker, 'latest'>[]): string | null {
  const days = new Set(rows.flatMap(({ latest }) => latest?.day ?? []))
  const [day] = days
  return day !== undefined && days.size === 1 ? dayText(day) : null
}

/** Instead of prices, while the provider fails. */
export const PRICES_FAILED = 'Our price provider isn’t responding. We’ll try again.'
