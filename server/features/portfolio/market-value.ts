// What shares and money of an account are worth in its base currency on a day, and what of it nobody knows.
import { Decimal } from 'decimal.js'
import type { Activity } from '#server/outside/broker/port.ts'
import { rateBoard, type Rates } from './exchange-rates.ts'
import { type Closes, priceBoard } from './prices.ts'

export type Market = {
  /** Zero, and noted as missing, for a currency without any rate. */
  inBase: (amount: Decimal, currency: string, day: string) => Decimal
  /** In the base currency; zero, and noted as missing, for a symbol without any price. */
  worthOf: (symbol: string, shares: Decimal, day: string) => Decimal
  /** Per share in that currency; null where price or rate are unknown. */
  priceIn: (symbol: string, day: string, currency: string) => Decimal | null
  /** How many shares one share of day `from` is on day `to`. */
  sharesMade: (symbol: string, from: string, to: string) => Decimal
  /** Symbols without any price and currencies without any rate, of all that was asked for so far. */
  missing: () => { unpriced: string[]; unrated: string[] }
}

const ZERO = new Decimal(0)

/** `activities`: as `placeSplits` returns them; `closes`: raw, by symbol; `base`: ISO 4217. */
export function openMarket(
  activities: readonly Activity[],
  { base, closes, rates }: { base: string; closes: ReadonlyMap<string, Closes>; rates?: Rates },
): Market {
  const { priceOn, sharesMade } = priceBoard(activities, closes)
  const rateOn = rateBoard(base, rates)
  const unpriced = new Set<string>()
  const unrated = new Set<string>()

  function inBase(amount: Decimal, currency: string, day: string): Decimal {
    if (amount.isZero()) return ZERO
    const rate = rateOn(currency, day)
    if (!rate) unrated.add(currency)
    return rate ? amount.times(rate) : ZERO
  }
  function worthOf(symbol: string, shares: Decimal, day: string): Decimal {
    const price = priceOn(symbol, day)
    if (!price) unpriced.add(symbol)
    return price ? inBase(shares.times(price.amount), price.currency, day) : ZERO
  }
  function priceIn(symbol: string, day: string, currency: string): Decimal | null {
    const price = priceOn(symbol, day)
    if (!price || price.currency === currency) return price && price.amount
    const [from, to] = [rateOn(price.currency, day), rateOn(currency, day)]
    return from && to && price.amount.times(from).div(to)
  }
  const missing = () => ({ unpriced: [...unpriced], unrated: [...unrated] })

  return { inBase, worthOf, priceIn, sharesMade, missing }
}
