// Prices and the events that change them, in the form that every calculation reads: closes, splits, dividends, rates.
import type { Decimal } from 'decimal.js'

export type Bar = { day: string; close: Decimal }
/** A bar with the day's low and high, and the number of shares traded. Low and high are both null if unknown. */
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
/**
 * An event of a share other than splits and dividends. `day`: the first day on which it has happened: the new symbol
 * trades, the spun-off share is no longer part of the price, the merged share no longer trades.
 */
export type CorporateAction = {
  kind: 'rename' | 'merger' | 'spin_off'
  day: string
  /** The symbol until then; for a spin-off the share that is kept. */
  symbol: string
  /** Null for a merger for cash alone. */
  newSymbol: string | null
  /** New shares for each share of `symbol`. Null for a merger for cash alone. */
  ratio: Decimal | null
  /** US dollars for each share of `symbol`, or null. */
  cash: Decimal | null
}

/** Days are `YYYY-MM-DD`, ranges include both ends, and answers ascend by day. */
export type PriceHistory = {
  /** Whether these are sample prices. Every figure calculated from them is labeled as such. */
  isSample: boolean
  /** Raw closes in US dollars, not adjusted for splits or dividends. Empty for an unknown symbol. */
  closes(symbol: string, from: string, to: string): Promise<DayBar[]>
  /** Closes adjusted for splits and dividends, for the benchmark. */
  adjustedCloses(symbol: string, from: string, to: string): Promise<Bar[]>
  splits(symbol: string, from: string, to: string): Promise<Split[]>
  /** By ex-dividend day. Null if the plan doesn't include dividends, which is different from no dividends. */
  dividends(symbol: string, from: string, to: string): Promise<Dividend[] | null>
  /**
   * The corporate actions with this symbol as the old or the new one. Null if the plan doesn't include them. A history
   * without this method knows none.
   */
  corporateActions?(symbol: string, from: string, to: string): Promise<CorporateAction[] | null>
  /** US dollars for one unit of the currency. Empty for an unknown currency. */
  rates(currency: string, from: string, to: string): Promise<Bar[]>
}

/** The fund that portfolios and signals are compared with. */
export const BENCHMARK = 'SPY'

/** Whether a symbol is a US share or fund as market data providers write it. Options and bonds have no prices here. */
export const isTicker = (symbol: string): boolean => /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/.test(symbol)

/** The coin of a pair with the dollar, such as `BTC-USD`; otherwise null. Coins have closes, and neither splits nor dividends. */
export const coinOfPair = (symbol: string): string | null =>
  /^([A-Z0-9]{1,10})-USD$/.exec(symbol)?.[1] ?? null
