// Tracks an account's recent capital, so that a late fee or dividend of an emptied account has a base.
import type { Decimal } from 'decimal.js'

/**
 * Days with capital, of which the largest counts: a quarter of exchange days, within which brokers pay out dividends.
 */
const RECENT_DAYS = 63
/** Below this part of its recent capital an account is almost empty: the usual threshold of a significant cash flow. */
const ALMOST_EMPTY_BELOW = 0.1
/**
 * Below this part only a remainder is left, such as a fraction of a share, whose moves say nothing about the account.
 */
const REMAINDER_BELOW = 1e-4

/**
 * Capital is counted in units, like a fund's: money divided by the growth of one unit since the start. So only
 * withdrawals empty an account, not losses. `growth` is above zero. Sources: CFA Institute, GIPS standards 2020,
 * glossary, "significant cash flow"; Carl Bacon, "Practical Portfolio Performance Measurement and Attribution", 2nd
 * edition (2008), unitised method.
 */
export type CapitalAtWork = {
  /** Whether the account has at least a tenth of its recent capital, in units. */
  isFunded: (base: Decimal, growth: number) => boolean
  isMoreThanRemainder: (base: Decimal, growth: number) => boolean
  /** The largest recent capital, in today's money. */
  recentPeak: (growth: number) => number
  /** Adds one more day's capital. */
  add: (base: Decimal, growth: number) => void
}

export function openCapitalAtWork(): CapitalAtWork {
  const lately: number[] = []
  const mostUnits = () => Math.max(0, ...lately)
  const has = (part: number) => (base: Decimal, growth: number) =>
    base.greaterThan(0) && base.toNumber() / growth >= mostUnits() * part

  return {
    isFunded: has(ALMOST_EMPTY_BELOW),
    isMoreThanRemainder: has(REMAINDER_BELOW),
    recentPeak: (growth) => mostUnits() * growth,
    add(base, growth) {
      lately.push(base.toNumber() / growth)
      if (lately.length > RECENT_DAYS) lately.shift()
    },
  }
}
