// The positions of one book: one for each ticker at a time, in the order of the log.
import { horizonDaysOf } from '#engine/scoring/method.ts'
import { positionsOf } from '#engine/scoring/positions.ts'
import type { BookTrade } from './books.ts'
import { type Costs, costsOf, isThin } from './costs.ts'
import { divide } from './exact.ts'
import type { Market } from './market.ts'
import { PLACE } from './method.ts'
import { firstEntryDay } from './trading-days.ts'

/** A position that is rated. Days are indexes of the market's `days`. */
export type RatedPosition = Costs & {
  ticker: string
  side: 1 | -1
  /** In 1e-4 of a place in the portfolio. */
  weight: number
  entry: number
  /** Null while it is open. */
  exit: number | null
  /** The entry in the log that opened it. */
  index: number
}

/**
 * In the order of the log. Leaves out positions that are closed at the close of their entry, and those in thin shares.
 */
export function ratedPositions(trades: readonly BookTrade[], market: Market): RatedPosition[] {
  const byTicker = new Map<string, BookTrade[]>()
  for (const one of trades)
    for (const ticker of one.trade.tickers) {
      const own = byTicker.get(ticker)
      if (own) own.push(one)
      else byTicker.set(ticker, [one])
    }
  return [...byTicker]
    .flatMap(([ticker, own]) => positionsOfTicker(ticker, own, market))
    .toSorted((a, b) => a.index - b.index)
}

function positionsOfTicker(ticker: string, trades: readonly BookTrade[], market: Market): RatedPosition[] {
  const path = market.path(ticker)
  const placed = positionsOf(
    trades.map(({ index, time, trade }) => ({
      signalId: String(index),
      side: sideOf(trade.side),
      onlyCloses: trade.only === 'close',
      horizonDays: horizonDaysOf(trade.horizon),
      firstDay: firstEntryDay(market, time),
    })),
    path,
    market,
  )
  return placed.flatMap(({ does, side, entry, exit }, at) => {
    const opener = trades[at]
    if (does !== 'opens' || entry === null || !opener || isThin(path, entry)) return []
    const weight = divide(PLACE, opener.trade.tickers.length)
    return [{ ticker, side, weight, entry, exit, index: opener.index, ...costsOf(path, entry, side) }]
  })
}

const sideOf = (side: string): 1 | -1 => (side === 'buy' ? 1 : -1)
