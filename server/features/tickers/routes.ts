// The calls that find tickers, read their prices and signals, and keep the viewer's watch list.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { watchlist } from '#shared/contracts/watchlist.ts'
import { type ReadDistances, signalsThisWeek, tickerCalls } from './calls.ts'
import { mostCalled } from './most-called.ts'
import { latestCloses } from './latest-closes.ts'
import { tickerPrices } from './prices.ts'
import { indexed, matching } from './rules.ts'
import { unwatch, watch, watchedBy } from './watched-tickers.ts'

/** What visitors may read about a ticker. */
export type TickerReader = {
  /** Undefined if no company, fund or index of that symbol is known. */
  nameOf: (ticker: string) => Promise<string | undefined>
  calls: (viewerId: string, ticker: string) => ReturnType<typeof tickerCalls>
  /** Best match first. */
  search: (text: string, limit: number) => Promise<{ ticker: string; name: string }[]>
  /** Over the last six months. */
  prices: (ticker: string) => ReturnType<typeof tickerPrices>
}

export function tickerRoutes(serve: Serve, deps: Deps, readDistances: ReadDistances): TickerReader {
  const index = openInstruments(deps, indexed)
  const namesOf = async (symbols: readonly string[]) => {
    const wanted = new Set(symbols)
    const found = (await index()).filter(({ symbol }) => wanted.has(symbol))
    return new Map(found.map(({ symbol, name }) => [symbol, name]))
  }

  const search = async (text: string, limit: number) =>
    matching(await index(), text)
      .slice(0, limit)
      .map(({ symbol, name }) => ({ ticker: symbol, name }))

  serve(tickers.search, async ({ query }) => await search(query.query, query.limit))

  serve(tickers.mostCalled, async () => {
    const called = await mostCalled(deps)
    const names = await namesOf(called)
    return called.flatMap((ticker) => {
      const name = names.get(ticker)
      return name === undefined ? [] : [{ ticker, name }]
    })
  })

  const prices = async (ticker: string, span: Parameters<typeof tickerPrices>[2]) => {
    const name = (await namesOf([ticker])).get(ticker) ?? null
    return await tickerPrices(deps, { ticker, name }, span)
  }
  serve(tickers.prices, async ({ params: { ticker }, query }) => await prices(ticker, query))

  serve(tickers.calls, async ({ viewer, params: { ticker }, query: { period } }) =>
    tickerCalls(deps, readDistances, viewer.id, { ticker, period }),
  )

  serve(watchlist.list, async ({ viewer }) => {
    const watched = await watchedBy(deps, viewer.id)
    if (watched.length === 0) return []
    const names = await namesOf(watched)
    const [{ closes, fetching }, counts] = await Promise.all([
      latestCloses(deps, watched, (ticker) => names.has(ticker)),
      signalsThisWeek(deps, viewer.id, watched),
    ])
    return watched.map((ticker) => ({
      ticker,
      name: names.get(ticker) ?? null,
      isSample: deps.market.isSample,
      isFetching: fetching.has(ticker),
      latest: closes.get(ticker) ?? null,
      signalsThisWeek: counts.get(ticker) ?? 0,
    }))
  })

  serve(watchlist.add, async ({ viewer, params: { ticker } }) => {
    await watch(deps, viewer.id, ticker)
    return { isWatched: true }
  })

  serve(watchlist.remove, async ({ viewer, params: { ticker } }) => {
    await unwatch(deps, viewer.id, ticker)
    return { isWatched: false }
  })

  return {
    nameOf: async (ticker) => (await namesOf([ticker])).get(ticker),
    calls: (viewerId, ticker) => tickerCalls(deps, readDistances, viewerId, { ticker, period: '1Y' }),
    search,
    prices: (ticker) => prices(ticker, { period: '6M' }),
  }
}
