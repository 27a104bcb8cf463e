// What a share cost on each exchange day and what it paid, and what a unit of a currency cost.
import { Decimal } from 'decimal.js'

export type Bar = { day: string; close: Decimal }
/** A bar with the lowest and the highest price of the day; both are null where they aren't known. */
export type DayBar = Bar & { low: Decimal | null; high: Decimal | null }
/** `ratio`: new shares for an old one, 4 for four-for-one; `day`: the first on which the price is that of a new share. */
export type Split = { day: string; ratio: Decimal }
/**
 * Cash a company or fund paid. `day`: the first on which the price is without it (ex-dividend); `payDay`: on which it
 * was paid, null where that is missing. `amount`: for one share as shares were counted on `day`.
 */
export type Dividend = { day: string; payDay: string | null; amount: Decimal; currency: string }

/**
 * Days are `YYYY-MM-DD`, first and last included, and answers ascend by them. What a provider or its plan doesn't have
 * is left out. Throws `MarketBusy` when it may not be asked now, and other errors when it can't be reached or fails.
 */
export type Market = {
  name: 'massive' | 'alpaca' | 'massive, alpaca' | 'simulated'
  /** Whether its prices are sample prices; every figure that comes of them says so. */
  isSample: boolean
  /** Raw closes in US dollars, not adjusted for splits or dividends; empty for a symbol nobody trades. */
  closes(symbol: string, from: string, to: string): Promise<DayBar[]>
  /** Closes adjusted for splits and dividends, for the benchmark. */
  adjustedCloses(symbol: string, from: string, to: string): Promise<Bar[]>
  splits(symbol: string, from: string, to: string): Promise<Split[]>
  /** By ex-dividend day. Null where dividends are not part of the plan, which is not the same as none. */
  dividends(symbol: string, from: string, to: string): Promise<Dividend[] | null>
  /** US dollars for one unit of the currency; empty for one nobody knows. */
  rates(currency: string, from: string, to: string): Promise<Bar[]>
}

export const BENCHMARK = 'SPY'

/** The bar with its range; prices that can't be a range, such as zeros, are left out. */
export function withRange({ day, close }: Bar, low: number | undefined, high: number | undefined): DayBar {
  if (!low || !high || low > high) return { day, close, low: null, high: null }
  return { day, close, low: new Decimal(low), high: new Decimal(high) }
}

/** Nobody may ask now; nothing is wrong. */
export class MarketBusy extends Error {
  override name = 'MarketBusy'
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super(`Ask again in ${Math.ceil(retryAfterMs / 1000)} s`)
    this.retryAfterMs = retryAfterMs
  }
}

const QUOTED_IN_DOLLARS = ['EUR', 'GBP', 'AUD', 'NZD']

/**
 * The pair under which a currency is traded against the dollar by convention: EURUSD, but USDJPY, whose rate is the
 * other way round. A provider need not have the other direction.
 */
export function dollarPair(currency: string): { pair: string; toDollars: (rate: Decimal) => Decimal } {
  return QUOTED_IN_DOLLARS.includes(currency)
    ? { pair: `${currency}USD`, toDollars: (rate) => rate }
    : { pair: `USD${currency}`, toDollars: (rate) => new Decimal(1).div(rate) }
}
