// Determines which market series scoring needs, and up to which day they are available.
import { BENCHMARK } from '#engine/market/prices.ts'
import type { Deps } from '#server/deps.ts'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { readinessOf, type SeriesNeed, storedSeries } from '#server/market/series.ts'
import { utcDay } from '#shared/rules/dates.ts'

/** More calendar days than the 63 exchange days up to the entry from which borrowing costs are estimated. */
const DAYS_BEFORE = 120

/**
 * The series that a ticker's scores need under all its symbols, given the time of its first signal. They begin with a
 * year, so that the range rarely changes.
 */
export function seriesOf(symbols: readonly string[], firstPost: Date): SeriesNeed[] {
  const from = firstInput(firstPost)
  return [...symbols, BENCHMARK].flatMap((symbol) =>
    (['closes', 'splits', 'dividends'] as const).map((kind) => ({ kind, symbol, from })),
  )
}

export const firstInput = (firstPost: Date): string =>
  `${dayOf(dayNumber(utcDay(firstPost)) - DAYS_BEFORE).slice(0, 4)}-01-01`

/** A ticker with all its symbols and the time of the first signal about it. */
export type NeededTicker = { ticker: string; symbols: readonly string[]; firstPost: Date }

/** By ticker, the last day with known closes of it and of the benchmarks; null while they have to be fetched. */
export async function lastKnownDays(
  { db, clock, market }: Pick<Deps, 'db' | 'clock' | 'market'>,
  tickers: readonly NeededTicker[],
): Promise<ReadonlyMap<string, string | null>> {
  const now = clock.now()
  if (market.isSample) {
    const lastDay = lastClosedDay(now)
    return new Map(tickers.map(({ ticker }) => [ticker, lastDay]))
  }
  const needed = tickers.map(({ ticker, symbols, firstPost }) => ({
    ticker,
    needs: seriesOf(symbols, firstPost),
  }))
  const symbols = needed.flatMap(({ needs }) => needs.map(({ symbol }) => symbol))
  const stored = Map.groupBy(await storedSeries(db, symbols), ({ symbol }) => symbol)
  return new Map(
    needed.map(({ ticker, needs }) => {
      const own = [...new Set(needs.map(({ symbol }) => symbol))].flatMap(
        (symbol) => stored.get(symbol) ?? [],
      )
      const { missing, upTo } = readinessOf(own, needs, now)
      return [ticker, missing.length === 0 ? upTo : null]
    }),
  )
}
