// Queries about tickers: their prices, and the signals about them.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type PricePeriod, tickers } from '#shared/contracts/tickers.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Prices change once a day, but a page may stay open. */
const KEPT_MS = 300_000
/** The refetch interval while the server fetches prices. */
const ASK_AGAIN_MS = 5000

/** Over a period, or since the entry of a signal that was posted at an instant. */
type PriceSpan = { period: PricePeriod } | { postedAt: Date }

export const useTickerPrices = (ticker: string, span: PriceSpan) => useQuery(pricesQuery(ticker, span))

function pricesQuery(ticker: string, span: PriceSpan) {
  const query = 'period' in span ? span : { postedAt: span.postedAt.toISOString() }
  return queryOptions({
    queryKey: queryKeys.prices(ticker, Object.values(query).join()),
    queryFn: () => call(tickers.prices, { params: { ticker }, query }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchInterval: ({ state }) => (state.data?.isFetching ? ASK_AGAIN_MS : false),
  })
}

/** A ticker's page: the prices of the previous period stay while those of another load. */
export const usePricesOver = (ticker: string, period: PricePeriod) =>
  useQuery({ ...pricesQuery(ticker, { period }), placeholderData: keepPreviousData })

export const useTickerCalls = (ticker: string, period: PricePeriod) =>
  useQuery({
    queryKey: queryKeys.calls(ticker, period),
    queryFn: () => call(tickers.calls, { params: { ticker }, query: { period } }),
    placeholderData: keepPreviousData,
  })
