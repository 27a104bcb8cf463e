// Reads the market's splits and corporate actions of a file's shares, so that events the file doesn't list aren't
// mistaken for missing shares.
import { gatherActions } from '#engine/market/corporate-actions.ts'
import { isTicker, type PriceHistory } from '#engine/market/prices.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { KnownEvents } from '#engine/portfolio/checks/check-with-market.ts'
import type { MarketSplit } from '#engine/portfolio/valuation/place-splits.ts'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { linkedActionsOf } from '#server/market/corporate-actions.ts'
import { fetchSeries } from '#server/market/fetch-series.ts'
import { lastSettledDay, rangeToFetch, storedSeries } from '#server/market/series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import { DAYS_BEFORE } from '../recompute/required-series.ts'

/** Limits, because a person waits for these requests. */
const FETCHED_MAX = 5
const FETCHING_MAX_MS = 5000
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/**
 * The stored events of a real market, or the sample market's. From the beginning, because an account may have earlier
 * rows than its newest file.
 */
export function storedEvents(db: Db, isSample: boolean): KnownEvents {
  if (isSample) return eventsOf(simulatedMarket(), FIRST_DAY)
  return {
    ...eventsOf(storedMarket(db), FIRST_DAY),
    actionsOf: (symbols) => linkedActionsOf(db, symbols),
  }
}

/** A market's events from a day on. */
export function eventsOf(
  market: Pick<PriceHistory, 'splits' | 'corporateActions'>,
  from: string,
): KnownEvents {
  return {
    async splitsOf(symbols) {
      const all = await Promise.all(
        symbols.map(async (symbol): Promise<MarketSplit[]> => {
          const splits = await market.splits(symbol, from, LAST_DAY)
          return splits.map((split) => ({ symbol, ...split }))
        }),
      )
      return all.flat()
    },
    actionsOf: async (symbols) =>
      (await gatherActions(market, new Map(symbols.map((symbol) => [symbol, from])), from, LAST_DAY)).actions,
  }
}

/**
 * Fetches the corporate actions and splits of these symbols that aren't stored from that day on, for a few symbols and
 * at most a few seconds. Then continues with the symbols that a fetched action leads to. True if any were fetched. If
 * the provider fails or is busy, they stay unknown.
 */
export async function fetchEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'market' | 'log'>,
  symbols: readonly string[],
  since: string,
): Promise<boolean> {
  const { db, clock, market, log } = deps
  if (market.isSample) return false
  const needed = { from: dayOf(dayNumber(since) - DAYS_BEFORE), to: lastSettledDay(clock.now()) }
  const start = clock.elapsedMs()
  const tried = new Set<string>()
  let fetched = false
  let open = symbols.filter(isTicker)
  while (open.length > 0 && tried.size < FETCHED_MAX) {
    const known = await storedSeries(db, open)
    for (const symbol of open.slice(0, FETCHED_MAX - tried.size)) {
      tried.add(symbol)
      for (const kind of ['actions', 'splits'] as const) {
        const stored = known.find((one) => one.symbol === symbol && one.kind === kind)
        const days = stored?.from && stored.to ? { from: stored.from, to: stored.to } : null
        const range = rangeToFetch(kind, days, needed)
        if (!range) continue
        if (clock.elapsedMs() - start > FETCHING_MAX_MS) return fetched
        try {
          await fetchSeries(deps, { kind, symbol, range })
          fetched = true
        } catch (error) {
          log.warn(
            { event: 'market_events_unknown', symbol, kind, error: String(error) },
            'splits or corporate actions could not be fetched for a preview',
          )
          return fetched
        }
      }
    }
    const linked = await linkedActionsOf(db, [...open])
    const next = linked.flatMap(({ symbol, newSymbol }) => [symbol, newSymbol ?? symbol])
    open = [...new Set([...open, ...next])].filter((symbol) => isTicker(symbol) && !tried.has(symbol))
  }
  return fetched
}
