// The market data port: daily closes, splits, dividends and exchange rates.
import { Decimal } from 'decimal.js'

export type Bar = { day: string; close: Decimal }
/** A bar with the day's low and high, and how many shares traded. Null if unknown, low and high together. */
export type DayBar = Bar & { low: Decimal | null; high: Decimal | null; volume: Decimal | null }
/**
 * `ratio`: new shares per old share (4 for a 4-for-1 split). `day`: the first day on which the price is that of a new
 * share.
 */
export type Split = { day: string; ratio: Decimal }
/**
 * Cash that a company or fund paid. `day`: the ex-dividend day. `payDay`: the payment day, null if unknown. `amount`:
 * per share, as shares were counted on `day`.
 */
export type Dividend = { day: string; payDay: string | null; amount: Decimal; currency: string }
/** Something with a symbol that people trade or watch: a share, a fund, an index, a future, a currency. */
export type Instrument = { symbol: string; name: string }

/**
 * Days are `YYYY-MM-DD`, ranges include both ends, and answers ascend by day. Data that a provider or its plan lacks is
 * left out. Throws `MarketBusy` if the provider can't be called now, and other errors if it can't be reached or fails.
 */
export type Market = {
  name: 'massive' | 'alpaca' | 'massive, alpaca' | 'simulated'
  /** Whether these are sample prices. Every figure calculated from them says so. */
  isSample: boolean
  /** Raw closes in US dollars, not adjusted for splits or dividends. Empty for an unknown symbol. */
  closes(symbol: string, from: string, to: string): Promise<DayBar[]>
  /** Closes adjusted for splits and dividends, for the benchmark. */
  adjustedCloses(symbol: string, from: string, to: string): Promise<Bar[]>
  splits(symbol: string, from: string, to: string): Promise<Split[]>
  /** By ex-dividend day. Null if the plan doesn't include dividends, which is different from no dividends. */
  dividends(symbol: string, from: string, to: string): Promise<Dividend[] | null>
  /** US dollars for one unit of the currency. Empty for an unknown currency. */
  rates(currency: string, from: string, to: string): Promise<Bar[]>
  /** The next instruments after that symbol, in the order of their symbols; empty after the last one. */
  instruments(after: string): Promise<Instrument[]>
}

export const BENCHMARK = 'SPY'

/** Adds the day's range and volume to a bar. What is impossible, such as a range of zeros, becomes null. */
export function withRange(
  { day, close }: Bar,
  { low, high, volume: traded }: { low?: number; high?: number; volume?: number },
): DayBar {
  const volume = traded !== undefined && traded >= 0 ? new Decimal(traded) : null
  if (!low || !high || low > high) return { day, close, low: null, high: null, volume }
  return { day, close, low: new Decimal(low), high: new Decimal(high), volume }
}

/** The provider can't be called now. Nothing is wrong. */
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
 * The pair under which a currency is quoted against the dollar by convention: EURUSD, but USDJPY, which is inverted. A
 * provider may lack the other direction.
 */
export function dollarPair(currency: string): { pair: string; toDollars: (rate: Decimal) => Decimal } {
  return QUOTED_IN_DOLLARS.includes(currency)
    ? { pair: `${currency}USD`, toDollars: (rate) => rate }
    : { pair: `USD${currency}`, toDollars: (rate) => new Decimal(1).div(rate) }
}
