// The prices of a ticker over a period: closes, and the returns of the ticker and of SPY with dividends.
import { BENCHMARK, isTicker, type Split } from '#engine/market/prices.ts'
import type { z } from 'zod'
import { closeOf, lastClosedDay, nextClosingDay } from '#engine/market/exchange-days.ts'
import { type Market } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'
import { symbolsOf } from '#server/market/share-events.ts'
import { marketReadiness } from '#server/market/series.ts'
import { storedMarket } from '#server/market/stored-market.ts'
import type { PricePeriod, TickerPrices } from '#shared/contracts/tickers.ts'
import { weeklyCloses } from '#shared/rules/closes.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { priceSeries, requestPrices } from './fetch-ticker-prices.ts'
import { firstPriceDay, periodStart } from './periods.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
type Reply = z.input<typeof TickerPrices>
type Series = Pick<Market, 'closes' | 'adjustedCloses' | 'splits'>
/** One row per trading day. `total`: the close adjusted for splits and dividends. */
type DayPrice = { day: string; close: number; total: number; benchmark: number | null }

/**
 * A signal enters at the first close at least ten minutes after the post, because closing orders have that
 * deadline.
 */
const ENTRY_DELAY_MS = 600_000
/** The days with every close, as in a portfolio's curve. Before them, one close per week is sent. */
const DAILY = 370
/** Two weeks always contain an exchange day. */
const DAYS_BEFORE = 14

/** `name`: the instrument's name; null if it is unknown, in which case its prices are never fetched. */
export async function tickerPrices(
  deps: Needs,
  { ticker, name }: { ticker: string; name: string | null },
  { period, postedAt }: { period: PricePeriod; postedAt?: Date | undefined },
): Promise<Reply> {
  const now = deps.clock.now()
  const newest = (await symbolsOf(deps.db, ticker)).at(-1)
  const { source, lastDay, isFetching, hasFailed } = await knownPrices(deps, ticker, name !== null)
  const entryDay = postedAt && entryDayOf(postedAt, now)
  const start = entryDay ?? periodStart(period, lastDay ?? utcDay(now))
  const prices = source && lastDay !== null ? await dayPrices(source, ticker, { start, lastDay, now }) : []
  const [last, before] = [prices.at(-1), prices.at(-2)]
  const points = pointsOf(
    entryDay ? prices.filter(({ day }) => day >= entryDay) : fromOrBefore(prices, start),
  )
  return {
    ticker,
    name,
    currency: 'USD',
    renamed: newest && newest.symbol !== ticker ? { ticker: newest.symbol, since: newest.from } : null,
    isSample: deps.market.isSample,
    isFetching,
    hasFailed,
    latest: last
      ? {
          day: last.day,
          close: last.close,
          change: before ? rounded(last.total / before.total - 1) : null,
        }
      : null,
    entryAt: entryDay ? closeOf(entryDay).toISOString() : null,
    tradingDays: Math.max(0, points.length - 1),
    points: [...weeklyCloses(points.slice(0, -DAILY)), ...points.slice(-DAILY)],
  }
}

/** The source of the prices, and their last day. `source` is null for a ticker without prices. */
async function knownPrices(
  deps: Needs,
  ticker: string,
  isKnown: boolean,
): Promise<{ source: Series | null; lastDay: string | null; isFetching: boolean; hasFailed: boolean }> {
  const { db, clock, market } = deps
  const now = clock.now()
  const none = { source: null, lastDay: null, isFetching: false, hasFailed: false }
  if (!isTicker(ticker)) return none
  // The sample market has prices for any text.
  if (market.isSample) return isKnown ? { ...none, source: market, lastDay: lastClosedDay(now) } : none
  const { missing, upTo } = await marketReadiness(db, priceSeries(ticker, now), now)
  const isIncomplete = missing.length > 0 && (isKnown || upTo !== null)
  if (isIncomplete) await requestPrices(deps, ticker)
  const hasFailed = isIncomplete && missing.some(({ isFailing }) => isFailing)
  return {
    source: storedMarket(db),
    lastDay: upTo,
    isFetching: isIncomplete && !hasFailed,
    hasFailed,
  }
}

/** The days of the period and of the two weeks before it, within ten years. */
async function dayPrices(
  source: Series,
  ticker: string,
  { start, lastDay, now }: { start: string; lastDay: string; now: Date },
): Promise<DayPrice[]> {
  const earlier = dayOf(dayNumber(start < lastDay ? start : lastDay) - DAYS_BEFORE)
  // The sample market caches its days for the last requested day, and portfolios request today.
  const to = utcDay(now)
  const from = earlier > firstPriceDay(to) ? earlier : firstPriceDay(to)
  const [closes, splits, totals, benchmark] = await Promise.all([
    source.closes(ticker, from, to),
    source.splits(ticker, from, to),
    source.adjustedCloses(ticker, from, to),
    ticker === BENCHMARK ? [] : source.adjustedCloses(BENCHMARK, from, to),
  ])
  const totalOn = new Map(totals.map(({ day, close }) => [day, close.toNumber()]))
  const benchmarks = datedSeries(new Map(benchmark.map(({ day, close }) => [day, close.toNumber()])))
  return closes.flatMap(({ day, close }) => {
    const total = totalOn.get(day)
    if (!total || day > lastDay) return []
    return [
      {
        day,
        close: Number((close.toNumber() / sharesMade(splits, day)).toPrecision(8)),
        total,
        benchmark: benchmarks.onOrBefore(day)?.value ?? null,
      },
    ]
  })
}

/** How many of today's shares one share of that day has become. */
const sharesMade = (splits: readonly Split[], day: string): number =>
  splits.reduce((made, split) => (split.day > day ? made * split.ratio.toNumber() : made), 1)

/** Limits the time of the post to now. */
const entryDayOf = (postedAt: Date, now: Date): string =>
  nextClosingDay(new Date(Math.min(postedAt.getTime(), now.getTime()) + ENTRY_DELAY_MS))

/** The days from the last close on or before that day, so that the first day's return counts too. */
function fromOrBefore(all: readonly DayPrice[], day: string): readonly DayPrice[] {
  const start = all.findLastIndex((price) => price.day <= day)
  return all.slice(Math.max(0, start))
}

function pointsOf(shown: readonly DayPrice[]): Reply['points'] {
  const [first] = shown
  return shown.map(({ day, close, total, benchmark }) => ({
    day,
    close,
    own: rounded(total / (first?.total ?? total) - 1),
    benchmark: benchmark !== null && first?.benchmark ? rounded(benchmark / first.benchmark - 1) : null,
  }))
}

/** Rounds to a thousandth of a percent. */
const rounded = (ratio: number): number => Number(ratio.toFixed(5))
