// The calls that find tickers by symbol or name, and read a ticker's prices.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { openInstruments } from '#server/market/instruments.ts'
import { tickers } from '#shared/contracts/tickers.ts'
import { tickerPrices } from './prices.ts'
import { indexed, matching } from './rules.ts'

export function tickerRoutes(serve: Serve, deps: Deps): void {
  const index = openInstruments(deps, indexed)
  serve(tickers.search, async ({ query }) =>
    matching(await index(), query.query)
      .slice(0, query.limit)
      .map(({ symbol, name }) => ({ ticker: symbol, name })),
  )

  serve(tickers.prices, async ({ params: { ticker }, query }) => {
    const name = (await index()).find(({ symbol }) => symbol === ticker)?.name ?? null
    return await tickerPrices(deps, { ticker, name }, query)
  })
}
