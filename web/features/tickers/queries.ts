// Queries about tickers: their prices.
import { useQuery } from '@tanstack/react-query'
import { type PricePeriod, tickers } from '#shared/contracts/tickers.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Prices change once a day, but a page may stay open. */
const KEPT_MS = 300_000
/** While the server fetches prices. */
const ASK_AGAIN_MS = 5000

/** Over a period, or since the entry of a signal that was posted at an instant. */
export type PriceSpan = { period: PricePeriod } | { postedAt: Date }

export const useTickerPrices = (ticker: string, span: PriceSpan) => {
  const query = 'period' in span ? span : { postedAt: span.postedAt.toISOString() }
  return useQuery({
    queryKey: queryKeys.prices(ticker, Object.values(query).join()),
    queryFn: () => call(tickers.prices, { params: { ticker }, query }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchInterval: ({ state }) => (state.data?.isFetching ? ASK_AGAIN_MS : false),
  })
}
