// What a share, and a unit of a currency, cost at the close of each exchange day.
import type { Decimal } from 'decimal.js'

export type Bar = { day: string; close: Decimal }
export type Split = { day: string; ratio: Decimal }

/** Days are `YYYY-MM-DD`, first and last included. */
export type Market = {
  name: 'massive' | 'alpaca' | 'simulated'
  /** Whether its prices are made up; every figure that comes of them says so. */
  isSample: boolean
  /** Raw closes in US dollars, not adjusted for splits or dividends; empty for a symbol nobody trades. */
  closes(symbol: string, from: string, to: string): Promise<Bar[]>
  /** Closes adjusted for splits and dividends, for the benchmark. */
  adjustedCloses(symbol: string, from: string, to: string): Promise<Bar[]>
  splits(symbol: string, from: string, to: string): Promise<Split[]>
  /** US dollars for one unit of the currency; empty for one nobody knows. */
  rates(currency: string, from: string, to: string): Promise<Bar[]>
}

export const BENCHMARK = 'SPY'
