// The market data port: daily closes, splits, dividends, corporate actions and exchange rates.
import { Decimal } from 'decimal.js'
import type { Bar, DayBar, PriceHistory } from '#engine/market/prices.ts'

/** Something with a symbol that people trade or watch: a share, a fund, an index, a future, a currency. */
export type Instrument = { symbol: string; name: string }

/**
 * Data that a provider or its plan lacks is left out. Throws `MarketBusy` if the provider can't be called now, and
 * other errors if it can't be reached or fails.
 */
export type Market = Required<PriceHistory> & {
  name: 'massive' | 'alpaca' | 'massive, alpaca' | 'simulated'
  /** The next instruments after that symbol, sorted by symbol; empty after the last one. */
  instruments(after: string): Promise<Instrument[]>
}

/** Adds the day's range and volume to a bar. Impossible values, such as a range of zeros, become null. */
export function withRange(
  { day, close }: Bar,
  { low, high, volume: traded }: { low?: number; high?: number; volume?: number },
): DayBar {
  const volume = traded !== undefined && traded >= 0 ? new Decimal(traded) : null
  if (!low || !high || low > high) return { day, close, low: null, high: null, volume }
  return { day, close, low: new Decimal(low), high: new Decimal(high), volume }
}

/** The provider can't be called now. Not a failure. */
export class MarketBusy extends Error {
  override name = 'MarketBusy'
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    super(`Try again in ${Math.ceil(retryAfterMs / 1000)} s`)
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
