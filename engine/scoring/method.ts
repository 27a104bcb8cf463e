// The numbers of method 1: how signals are scored at daily closes (docs/record.md, "Scoring").
import { Decimal } from 'decimal.js'
import { nextClosingDay } from '#engine/market/exchange-days.ts'

/** A change of anything below is a new method. */
export const METHOD = 1

/** Closing orders must be in by ten minutes before the close, so a close sooner after the post is nobody's price. */
const ENTRY_DELAY_MS = 600_000
/** How long a position lives, in exchange days after its entry, by the signal's time horizon. */
const LIVES: Record<string, number> = { days: 5, weeks: 21, months: 63, years: 252 }
const LIFE_OF_NONE = 63
export const LIFE_MAX = 252
/** After this many exchange days without a close, a share counts as no longer traded. */
export const STOPPED_DAYS = 21
/** A share is thin below this close, or with a lower median value of a day's trades over so many exchange days up to the entry. */
export const THIN = { close: 1, dayValue: 1_000_000, days: 21 } as const
/** The exchange days up to the entry from which beta and tilt are estimated, and how many are needed. */
export const ESTIMATE_DAYS = 252
export const ESTIMATE_DAYS_MIN = 60

/** Growth over many days is exact to far more digits than are published, so that the order of operations can't show. */
export const Exact = Decimal.clone({ precision: 40 })
const RATIO_DECIMALS = 8

/** The first exchange day whose close comes at least ten minutes after the post. */
export const firstEntryDay = (postedAt: Date): string =>
  nextClosingDay(new Date(postedAt.getTime() + ENTRY_DELAY_MS))

/** In exchange days. */
export const lifeOf = (timeHorizon: string | null): number => LIVES[timeHorizon ?? ''] ?? LIFE_OF_NONE

/** A ratio as it is published: 8 decimals unless told otherwise, half away from zero, and no negative zero. */
export function published(ratio: Decimal, decimals = RATIO_DECIMALS): string {
  const rounded = ratio.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP)
  return (rounded.isZero() ? rounded.abs() : rounded).toFixed(decimals)
}

/**
 * What `published` makes of a ratio that is within `error` of this float. Null if two such ratios could differ in the last decimal: one
 * in thousands.
 */
export function publishedFloat(ratio: number, error: number, decimals = RATIO_DECIMALS): string | null {
  const scale = 10 ** decimals
  const scaled = Math.abs(ratio) * scale
  // The product above and the subtraction before it round once each.
  const off = (error + (Math.abs(ratio) + 1) * 4 * Number.EPSILON) * scale
  const rounded = Math.round(scaled)
  if (!(scaled < 2 ** 50) || Math.abs(Math.abs(scaled - rounded) - 0.5) <= off) return null
  const digits = String(rounded).padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return ratio < 0 && rounded > 0 ? `-${text}` : text
}
