// Computes the results of one book's trades relative to SPY. Pure.
import { histogramOf } from './histogram.ts'
import { perPosition } from './per-position.ts'
import { published, type ScoredPosition } from './record-figures.ts'

/** `day`: of its exit, or of its last close while it is open. */
export type Trade = ScoredPosition & { ticker: string; day: string }

export type TradeFigures = ReturnType<typeof tradeFigures>

/**
 * Ratios are text with 8 decimals, or null without a trade that has a result. `trades`: all that have entered. Of
 * equally bad trades, the first is the worst.
 */
export function tradeFigures(trades: readonly Trade[]) {
  const results = trades.flatMap((trade) => {
    const { return: own, excess, tradingDays } = trade
    return own !== null && excess !== null && (tradingDays ?? 0) > 0
      ? [{ ...trade, return: own, excess }]
      : []
  })
  const each = perPosition(results)
  const worst = results.find(({ excess }) => excess === each?.worst)
  const histogram = histogramOf(results.map(({ excess }) => excess))
  return {
    trades: trades.length,
    tradesOpen: trades.filter(({ exitDay }) => exitDay === null).length,
    scored: results.length,
    wins: each?.wins ?? 0,
    meanExcess: published(each?.meanExcess),
    medianExcess: published(each?.medianExcess),
    averageWin: published(each?.averageWin),
    averageLoss: published(each?.averageLoss),
    hitLow: published(each?.hitLow),
    hitHigh: published(each?.hitHigh),
    worst: published(each?.worst),
    worstReturn: published(worst?.return),
    worstTicker: worst?.ticker ?? null,
    worstDay: worst?.day ?? null,
    histogram: histogram?.counts ?? null,
    histogramStep: published(histogram?.step),
  }
}
