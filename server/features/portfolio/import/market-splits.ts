// The market's splits of what a file sells without having it, so that a split the file doesn't list isn't taken for missing shares.
import { isTicker, type PriceHistory } from '#engine/market/prices.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { MarketSplit } from '#engine/portfolio/valuation/place-splits.ts'
import type { Deps } from '#server/deps.ts'
import { fetchSeries } from '#server/market/fetch-series.ts'
import { lastSettledDay, rangeToFetch, storedSeries } from '#server/market/series.ts'
import { DAYS_BEFORE } from '../recompute/required-series.ts'

/** A person waits for these requests. */
const FETCHED_MAX = 5
const FETCHING_MAX_MS = 5000

/** The splits that a market knows from that day on, `YYYY-MM-DD`. */
export async function splitsSince(
  market: Pick<PriceHistory, 'splits'>,
  symbols: readonly string[],
  from: string,
): Promise<MarketSplit[]> {
  const all = await Promise.all(
    symbols.map(async (symbol) => {
      const splits = await market.splits(symbol, from, '9999-12-31')
      return splits.map((split) => ({ symbol, ...split }))
    }),
  )
  return all.flat()
}

/**
 * Fetches the splits of these symbols that aren't stored from that day on: a few, for a few seconds. True if any were
 * fetched. A provider that fails or is busy leaves them unknown.
 */
export async function fetchSplits(
  deps: Pick<Deps, 'db' | 'clock' | 'market' | 'log'>,
  symbols: readonly string[],
  since: string,
): Promise<boolean> {
  const { db, clock, market, log } = deps
  if (market.isSample) return false
  const needed = { from: dayOf(dayNumber(since) - DAYS_BEFORE), to: lastSettledDay(clock.now()) }
  const known = (await storedSeries(db, symbols)).filter(({ kind }) => kind === 'splits')
  const start = clock.elapsedMs()
  let fetched = false
  for (const symbol of symbols.filter(isTicker).slice(0, FETCHED_MAX)) {
    const stored = known.find((one) => one.symbol === symbol)
    const days = stored?.from && stored.to ? { from: stored.from, to: stored.to } : null
    const range = rangeToFetch('splits', days, needed)
    if (!range || clock.elapsedMs() - start > FETCHING_MAX_MS) continue
    try {
      await fetchSeries(deps, { kind: 'splits', symbol, range })
      fetched = true
    } catch (error) {
      log.warn(
        { event: 'splits_unknown', symbol, error: String(error) },
        'splits could not be fetched for a preview',
      )
      break
    }
  }
  return fetched
}
