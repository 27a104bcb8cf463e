// The last closes of several tickers at once, for lists. A ticker's page reads whole series (prices.ts).
import { isTicker } from '#engine/market/prices.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import type { Deps } from '#server/deps.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { marketReadiness } from '#server/market/series.ts'
import type { WatchedTicker } from '#shared/contracts/watchlist.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { priceSeries, requestPrices } from './fetch-ticker-prices.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
type Latest = z.input<typeof WatchedTicker>['latest']
/** `total`: the close adjusted for splits and dividends. */
type DayClose = { day: string; close: number; total: number }

/** Two weeks always contain two exchange days. */
const DAYS_BEFORE = 14

/**
 * The last close of each ticker and that day's return. Unknown tickers, and those without a close for two
 * weeks, have none.
 * `isNamed`: whether the symbol is a known instrument; prices of other symbols are never fetched.
 */
export async function latestCloses(
  deps: Needs,
  tickers: readonly string[],
  isNamed: (ticker: string) => boolean,
): Promise<{ closes: ReadonlyMap<string, NonNullable<Latest>>; fetching: ReadonlySet<string> }> {
  const priced = tickers.filter(isTicker)
  const fetching = new Set<string>()
  if (deps.market.isSample) {
    const sampled = await Promise.all(
      priced
        .filter(isNamed)
        .map(async (ticker) => [ticker, latestOf(await sampleCloses(deps, ticker))] as const),
    )
    return { closes: withoutMissing(sampled), fetching }
  }
  const now = deps.clock.now()
  const needs = priced.flatMap((ticker) => priceSeries(ticker, now))
  const { missing } = await marketReadiness(deps.db, needs, now)
  const incomplete = new Set(missing.map(({ symbol }) => symbol))
  const failing = new Set(missing.filter(({ isFailing }) => isFailing).map(({ symbol }) => symbol))
  const stored = await storedCloses(deps.db, priced, firstDay(now))
  for (const ticker of priced.filter((one) => incomplete.has(one) && (isNamed(one) || stored.has(one)))) {
    if (!failing.has(ticker)) fetching.add(ticker)
    await requestPrices(deps, ticker)
  }
  return { closes: withoutMissing([...stored].map(([ticker, days]) => [ticker, latestOf(days)])), fetching }
}

const firstDay = (now: Date): string => dayOf(dayNumber(utcDay(now)) - DAYS_BEFORE)

async function sampleCloses({ market, clock }: Needs, ticker: string): Promise<DayClose[]> {
  const now = clock.now()
  const [from, to] = [firstDay(now), utcDay(now)]
  const [closes, adjusted] = await Promise.all([
    market.closes(ticker, from, to),
    market.adjustedCloses(ticker, from, to),
  ])
  const totals = new Map(adjusted.map(({ day, close }) => [day, close.toNumber()]))
  const lastDay = lastClosedDay(now)
  return closes.flatMap(({ day, close }) => {
    const total = totals.get(day)
    return total === undefined || day > lastDay ? [] : [{ day, close: close.toNumber(), total }]
  })
}

/** The last two days of each ticker, ascending. */
async function storedCloses(
  db: Db,
  tickers: readonly string[],
  from: string,
): Promise<Map<string, DayClose[]>> {
  const { rows } = await sql<DayClose & { symbol: string }>`
    select watched.symbol, last.day::text, last.close::float8, last.total::float8
      from unnest(${tickers}::text[]) watched (symbol)
     cross join lateral (
       select c.day, c.close, a.close as total
         from market_closes c join market_adjusted_closes a on a.symbol = c.symbol and a.day = c.day
        where c.symbol = watched.symbol and c.day >= ${from}::date
        order by c.day desc limit 2) last
     order by last.day`.execute(db)
  return Map.groupBy(rows, ({ symbol }) => symbol)
}

function latestOf(days: readonly DayClose[]): Latest {
  const [last, before] = [days.at(-1), days.at(-2)]
  if (!last) return null
  const change = before ? Number((last.total / before.total - 1).toFixed(5)) : null
  return { day: last.day, close: last.close, change }
}

const withoutMissing = (all: readonly (readonly [string, Latest])[]) =>
  new Map(all.flatMap(([ticker, latest]) => (latest === null ? [] : [[ticker, latest] as const])))
