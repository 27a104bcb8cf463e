// Fetches the series that a ticker's prices need, when a page requests them and they aren't stored yet.
import { BENCHMARK } from '#engine/market/prices.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { fetchMissing } from '#server/market/fetch-missing.ts'
import type { SeriesNeed } from '#server/market/series.ts'
import { claimFetch } from '#server/market/fetch-series.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { firstPriceDay } from './periods.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/**
 * A minimum interval, because pages repeat the request every few seconds while prices are fetched, even if the provider
 * fails.
 */
const ENQUEUE_EVERY_MS = 60_000

/** The same range for every period, so that each series is fetched once. */
export function priceSeries(ticker: string, now: Date): SeriesNeed[] {
  const from = firstPriceDay(utcDay(now))
  return [
    { kind: 'closes', symbol: ticker, from },
    { kind: 'splits', symbol: ticker, from },
    { kind: 'adjusted', symbol: ticker, from },
    ...(ticker === BENCHMARK ? [] : [{ kind: 'adjusted' as const, symbol: BENCHMARK, from }]),
  ]
}

const enqueueTicker = ({ db }: Pick<Needs, 'db'>, ticker: string, runAt?: Date) =>
  enqueue(
    db,
    'fetch_ticker_prices',
    { ticker },
    { key: `fetch_ticker_prices ${ticker}`, queue: 'market', ...(runAt && { runAt }) },
  )

/** Enqueues a fetch, at most once a minute for each ticker. */
export async function requestPrices(deps: Needs, ticker: string): Promise<void> {
  if (await claimFetch(deps, { kind: 'closes', symbol: ticker }, ENQUEUE_EVERY_MS))
    await enqueueTicker(deps, ticker)
}

/** Throws if the provider fails: the queue retries. */
export async function fetchTickerPrices(deps: Needs, ticker: string): Promise<void> {
  if (deps.market.isSample) return
  const rest = await fetchMissing(deps, async () => priceSeries(ticker, deps.clock.now()))
  if (!rest.isDone) await enqueueTicker(deps, ticker, rest.runAt)
}
