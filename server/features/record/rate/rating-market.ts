// The market of a rating run. Prices are read when the first record needs them.
import type { Deps } from '#server/deps.ts'
import { type GrowingMarket, growingMarket, marketWeeks } from '#engine/rating/market.ts'
import { type MarketSums, marketSumsOf } from '#engine/rating/market-sums.ts'
import { CASH, FUNDS } from '#engine/rating/method.ts'
import { tradingDays } from '#engine/rating/trading-days.ts'
import { firstDayOf, knownDays, ratingDays, readPrices } from './rating-input.ts'

/** How many tickers' rows are in memory at once. The path that is kept of each is a hundred times smaller. */
const TICKERS_MAX = 50

export type RatingMarket = {
  market: GrowingMarket
  sums: MarketSums
  /** Reads the prices of those tickers that aren't loaded yet. */
  load: (tickers: Iterable<string>) => Promise<void>
}

export async function openRatingMarket(deps: Pick<Deps, 'db' | 'clock' | 'market'>): Promise<RatingMarket> {
  const { lastDay } = knownDays(deps)
  const days = ratingDays((await firstDayOf(deps)) ?? lastDay, lastDay)
  const market = growingMarket(tradingDays(days))
  const load: RatingMarket['load'] = async (tickers) => {
    const missing = [...new Set(tickers)].filter((ticker) => !market.has(ticker))
    for (let at = 0; at < missing.length; at += TICKERS_MAX) {
      const prices = await readPrices(deps, missing.slice(at, at + TICKERS_MAX), days)
      for (const [ticker, rows] of Object.entries(prices)) market.add(ticker, rows)
    }
  }
  await load([...FUNDS, CASH])
  return { market, sums: marketSumsOf(marketWeeks(market)), load }
}
