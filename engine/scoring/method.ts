// The numbers of method 2: how signals are scored at daily closes (docs/record.md, "Scoring").
import { Decimal } from 'decimal.js'
import { nextClosingDay } from '#engine/market/exchange-days.ts'

/** A change to anything below is a new method. */
export const METHOD = 2

/**
 * Closing orders are accepted until ten minutes before the close, so nobody can trade at a close sooner after
 * the post.
 */
const ENTRY_DELAY_MS = 600_000
/** How long a position stays open, in exchange days after its entry, by the signal's time horizon. */
const HORIZON_DAYS: Record<string, number> = { days: 5, weeks: 21, months: 63, years: 252 }
const DEFAULT_HORIZON_DAYS = 63
/** After this many exchange days without a close, a share counts as no longer traded. */
export const STOPPED_DAYS = 21
/**
 * A share is illiquid below this close, or below this median daily value over this many exchange days up to
 * the entry.
 */
export const ILLIQUID = { close: 1, dayValue: 1_000_000, days: 21 } as const

/** Far more digits than are published, so that growth over many days doesn't depend on the order of operations. */
export const Exact = Decimal.clone({ precision: 40 })
const RATIO_DECIMALS = 8

/** The first exchange day whose close comes at least ten minutes after the post. */
export const firstEntryDay = (postedAt: Date): string =>
  nextClosingDay(new Date(postedAt.getTime() + ENTRY_DELAY_MS))

/** In exchange days. */
export const horizonDaysOf = (timeHorizon: string | null): number =>
  HORIZON_DAYS[timeHorizon ?? ''] ?? DEFAULT_HORIZON_DAYS

/** A ratio as published: rounded half away from zero to 8 decimals, without negative zero. */
export function published(ratio: Decimal): string {
  const rounded = ratio.toDecimalPlaces(RATIO_DECIMALS, Decimal.ROUND_HALF_UP)
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(RATIO_DECIMALS)
}

/**
 * What `published` returns for a ratio within `error` of this float. Null if two such ratios could differ in the last
 * decimal, which happens once in thousands.
 */
export function publishedFloat(ratio: number, error: number): string | null {
  const scale = 10 ** RATIO_DECIMALS
  const scaled = Math.abs(ratio) * scale
  // The product above and the subtraction before it round once each.
  const off = (error + (Math.abs(ratio) + 1) * 4 * Number.EPSILON) * scale
  const rounded = Math.round(scaled)
  if (!(scaled < 2 ** 50) || Math.abs(Math.abs(scaled - rounded) - 0.5) <= off) return null
  const digits = String(rounded).padStart(RATIO_DECIMALS + 1, '0')
  const text = `${digits.slice(0, -RATIO_DECIMALS)}.${digits.slice(-RATIO_DECIMALS)}`
  return ratio < 0 && rounded > 0 ? `-${text}` : text
}
