// Values shares and cash in the account's base currency, and notes currencies without a rate.
import { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { rateLookup, type Rates } from '#engine/market/exchange-rates.ts'
import { type Closes, priceLookup } from './price-lookup.ts'

export type Valuer = {
  /** Zero, and noted as missing, for a currency without any rate. */
  inBase: (amount: Decimal, currency: string, day: string) => Decimal
  /** In the base currency. Zero for a symbol without any price. */
  worthOf: (symbol: string, shares: Decimal, day: string) => Decimal
  /** Per share in that currency. Null if the price or the rate is unknown. */
  priceIn: (symbol: string, day: string, currency: string) => Decimal | null
  /** The day of the outdated price that is carried forward to this day. Null if the price is current or missing. */
  carriedSince: (symbol: string, day: string) => string | null
  /** Whether an option counts at its intrinsic value on this day. */
  isAtIntrinsic: (symbol: string, day: string) => boolean
  /** How many shares one share of day `from` is on day `to`. */
  sharesMade: (symbol: string, from: string, to: string) => Decimal
  /** Currencies without any rate among those requested so far. */
  unrated: () => string[]
}

const ZERO = new Decimal(0)

/** `activities`: as `placeSplits` returns them. `closes`: raw, by symbol. `base`: ISO 4217. */
export function openValuer(
  activities: readonly Activity[],
  { base, closes, rates }: { base: string; closes: ReadonlyMap<string, Closes>; rates?: Rates },
): Valuer {
  const { priceOn, sharesMade } = priceLookup(activities, closes)
  const rateOn = rateLookup(base, rates)
  const missing = new Set<string>()

  function inBase(amount: Decimal, currency: string, day: string): Decimal {
    if (amount.isZero()) return ZERO
    const rate = rateOn(currency, day)
    if (!rate) missing.add(currency)
    return rate ? amount.times(rate) : ZERO
  }
  function worthOf(symbol: string, shares: Decimal, day: string): Decimal {
    const price = priceOn(symbol, day)
    return price ? inBase(shares.times(price.amount), price.currency, day) : ZERO
  }
  function priceIn(symbol: string, day: string, currency: string): Decimal | null {
    const price = priceOn(symbol, day)
    if (!price || price.currency === currency) return price && price.amount
    const [from, to] = [rateOn(price.currency, day), rateOn(currency, day)]
    return from && to && price.amount.times(from).div(to)
  }
  const carriedSince = (symbol: string, day: string) => priceOn(symbol, day)?.since ?? null
  const isAtIntrinsic = (symbol: string, day: string) => priceOn(symbol, day)?.isIntrinsic === true
  const unrated = () => [...missing]

  return { inBase, worthOf, priceIn, carriedSince, isAtIntrinsic, sharesMade, unrated }
}
