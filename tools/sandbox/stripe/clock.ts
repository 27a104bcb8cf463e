// The sandbox's only source of time, randomness and calendar arithmetic. Times are whole Unix seconds.
import { randomBytes, randomInt } from 'node:crypto'

export type Interval = 'day' | 'week' | 'month' | 'year'

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const nowMs = () => Date.now()
export const nowInSeconds = () => Math.floor(nowMs() / 1000)
export const isoMoment = (seconds: number) => new Date(seconds * 1000).toISOString()

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A cryptographically random alphanumeric string. */
export function randomString(length: number): string {
  // 62 doesn't divide 256, so the first characters are slightly likelier; harmless at these lengths.
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** A random integer between `least` and `most`, inclusive. */
export const integerBetween = (least: number, most: number) => randomInt(least, most + 1)

/** An id in Stripe's format, such as `cus_9s6XKzkNRiz8i3AbCdEfGh12`. */
export const newId = (prefix: string) => `${prefix}_${randomString(24)}`

/**
 * The time `count` intervals after the anchor. Months clamp to the anchor's day: January 31, February 28, March 31
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * DAY
  if (interval === 'week') return anchor + count * 7 * DAY
  const months = interval === 'year' ? count * 12 : count
  const from = new Date(anchor * 1000)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1000)
}

/** The first period end after the given time, counted from the anchor. */
export function nextPeriodEnd(anchor: number, interval: Interval, step: number, after: number): number {
  let count = 1
  while (addIntervals(anchor, interval, count * step) <= after) count += 1
  return addIntervals(anchor, interval, count * step)
}
