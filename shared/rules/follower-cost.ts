// The cost of a subscription for a follower: parses their capital, and subtracts the cost from a year's
// result.
import { price } from './money.ts'

/** US cents. */
export const DEFAULT_CAPITAL_IN_CENTS = 1_000_000
/** Products of larger amounts lose cents in JavaScript's numbers. */
const CAPITAL_MAX_IN_CENTS = 100_000_000_000
const MONTHS = 12
/** In a year. */
const EXCHANGE_DAYS = 252

type ReadCapital = { cents: number; problem?: undefined } | { cents?: undefined; problem: string }

/** Parses "2,000" and "$2000.50" into US cents. */
export function readCapital(typed: string): ReadCapital {
  const [, whole, fraction = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return { problem: 'Enter an amount in dollars, such as 2,000' }
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents === 0) return { problem: 'Enter an amount above zero' }
  if (cents > CAPITAL_MAX_IN_CENTS) return { problem: `Enter an amount up to ${price(CAPITAL_MAX_IN_CENTS)}` }
  return { cents }
}

/** "10,000" for a million cents. */
export const capitalText = (cents: number): string => price(cents).slice(1)

/** A year's price as a ratio of the capital: 12 × price / C. Both in US cents. */
export const yearlyCost = (priceInCents: number, capitalInCents: number): number =>
  (MONTHS * priceInCents) / capitalInCents

/** "12%" or "1.4%". */
const shortPercent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** "On $2,000, a $20 subscription costs 12% a year." */
export const costText = (priceInCents: number, capitalInCents: number): string =>
  `On ${price(capitalInCents)}, a ${price(priceInCents)} subscription costs ${shortPercent.format(
    yearlyCost(priceInCents, capitalInCents),
  )} a year.`

/** A year's price, or that of the record's time if it is shorter, as a ratio of the capital. `days`: exchange days. */
export const costOf = (
  { yearly, days }: { yearly: boolean; days: number },
  priceInCents: number,
  capitalInCents: number,
): number => yearlyCost(priceInCents, capitalInCents) * (yearly ? 1 : days / EXCHANGE_DAYS)

type Result = { mean: string; low: string; high: string }

/** The result with its range after the price. Ratios. */
export function afterPrice({ mean, low, high }: Result, cost: number) {
  return { mean: Number(mean) - cost, low: Number(low) - cost, high: Number(high) - cost }
}
