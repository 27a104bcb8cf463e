// The market of a rating: exchange days, the paths of tickers, and the weekly moves of the index funds.
import { AGAINST_SPY, CASH, DAY_UNIT, FUNDS, REGRESSORS, WEEK_UNIT } from './method.ts'
import { divide } from './exact.ts'
import { type PriceRow, type TickerPath, tickerPath } from './ticker-path.ts'
import type { TradingDays } from './trading-days.ts'

/**
 * The number of exchange days in a week, then the seven funds in 1e-6. Null if a fund has no move on one of these days.
 */
export type MarketWeek = readonly number[] | null

export type Market = TradingDays & {
  path: (ticker: string) => TickerPath
  /** The moves of T-bills. */
  cash: Float64Array
}

/** `rowsOf` is called once for each ticker; a ticker without prices has no rows. */
export function marketOf(days: TradingDays, rowsOf: (ticker: string) => readonly PriceRow[]): Market {
  const paths = new Map<string, TickerPath>()
  const path = (ticker: string): TickerPath => {
    const known = paths.get(ticker)
    if (known) return known
    const made = tickerPath(rowsOf(ticker), days)
    paths.set(ticker, made)
    return made
  }
  return { ...days, path, cash: path(CASH).moves }
}

/** A market to which tickers are added one by one. Those that weren't added have no prices. */
export type GrowingMarket = Market & {
  has: (ticker: string) => boolean
  add: (ticker: string, rows: readonly PriceRow[]) => void
}

export function growingMarket(days: TradingDays): GrowingMarket {
  const paths = new Map<string, TickerPath>()
  const empty = tickerPath([], days)
  return {
    ...days,
    has: (ticker) => paths.has(ticker),
    add: (ticker, rows) => void paths.set(ticker, tickerPath(rows, days)),
    path: (ticker) => paths.get(ticker) ?? empty,
    get cash() {
      return (paths.get(CASH) ?? empty).moves
    },
  }
}

/** By week. `from`: the first week to compute, if the earlier ones are known. */
export function marketWeeks({ weekStarts, path, cash }: Market, from = 0): MarketWeek[] {
  const funds = FUNDS.map((fund) => path(fund))
  const spy = path('SPY').moves
  const known = Math.max(path(CASH).firstClose, ...funds.map(({ firstClose }) => firstClose))
  return weekStarts.slice(from, -1).map((start, at): MarketWeek => {
    if (start <= known) return null
    const end = weekStarts[from + at + 1] ?? start
    const week = Array.from({ length: REGRESSORS }, () => 0)
    week[0] = end - start
    for (const [k, fund] of FUNDS.entries()) {
      const [own, other] = [funds[k]?.moves, AGAINST_SPY.has(fund) ? spy : cash]
      let sum = 0
      for (let place = start; place < end; place += 1) sum += (own?.[place] ?? 0) - (other[place] ?? 0)
      week[k + 1] = divide(sum, DAY_UNIT / WEEK_UNIT)
    }
    return week
  })
}
