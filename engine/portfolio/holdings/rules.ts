// Determines from an author's linked broker whether they held a share when they posted about it. Reveals no amounts.
import type { Activity } from '../activity.ts'
import type { HoldingFact } from '#shared/contracts/scores.ts'
import { buildBook } from './book.ts'

/** One account of a connection, with its activities in one symbol. */
export type LinkedRecord = {
  isSample: boolean
  /** The first day of its record; null without one. */
  since: string | null
  /** The New York day on which the broker was last read; null if it never was. */
  readOn: string | null
  activities: readonly Activity[]
}
/** New York days. `until`: the last day on which a purchase still belongs to the signal. */
type PostDays = { postedOn: string; until: string }

/** In shares. Fractions leave remainders smaller than this. */
const SMALLEST_QUANTITY = 1e-9

/**
 * Null if the accounts don't show it: until they are read on a day after the post, for posts older than their records,
 * and for short positions, shares delivered without a purchase, and prices in other currencies. Brokers report days, so
 * a purchase on the day of the post may have come before or after it.
 */
export function holdingFact(
  records: readonly LinkedRecord[],
  { postedOn, until }: PostDays,
): HoldingFact | null {
  const states = records.map((record) => stateOf(record, postedOn))
  if (states.length === 0 || states.includes('other')) return null
  if (states.includes('long')) return 'held_before'
  if (states.includes('unknown')) return null
  const later = records
    .flatMap(({ activities }) => activities)
    .filter(({ day }) => day >= postedOn && day <= until)
  if (later.some(({ type, isShort, quantity }) => isShort ?? (type === 'transfer' && quantity.isPositive())))
    return null
  const bought = later.filter(({ type }) => type === 'buy').map(({ day }) => day)
  if (bought.length === 0) return 'none'
  return bought.includes(postedOn) ? 'bought_same_day' : 'bought_after'
}

/** What an account held at the end of the day before the post. */
function stateOf(
  { since, readOn, activities }: LinkedRecord,
  postedOn: string,
): 'long' | 'none' | 'unknown' | 'other' {
  if (since === null || since >= postedOn || readOn === null || readOn <= postedOn) return 'unknown'
  if (activities.some(({ currency }) => currency !== 'USD')) return 'other'
  const { book } = buildBook(activities.filter(({ day }) => day < postedOn))
  if (book === null) return 'unknown'
  const [held] = book.holdings.values()
  if (!held || (held.quantity.abs().lessThan(SMALLEST_QUANTITY) && held.short.isZero())) return 'none'
  return held.quantity.isPositive() && held.short.isZero() ? 'long' : 'other'
}

/**
 * Whether one of the accounts holds shares, with no short position, after all activities that its broker has reported.
 */
export function holdsNow(records: readonly LinkedRecord[]): boolean {
  const books = records.map(({ activities }) =>
    activities.every(({ currency }) => currency === 'USD') ? buildBook([...activities]).book : null,
  )
  const held = books.flatMap((book) => (book ? [...book.holdings.values()].slice(0, 1) : []))
  return held.some(({ quantity, short }) => quantity.greaterThan(SMALLEST_QUANTITY) && short.isZero())
}
