// Signal queries: the feeds, a person's signals, and a single signal.
import { useMemo } from 'react'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { loadNewest, loadSignal, withOutcomes } from './load-pages.ts'

const PAGING = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Signal>) => page.next,
}

export function useFeed(scope: FeedScope) {
  const options = infiniteQueryOptions({
    ...PAGING,
    queryKey: queryKeys.feed(scope),
    queryFn: ({ pageParam: cursor, client }) =>
      cursor === undefined
        ? loadNewest(client, scope)
        : withOutcomes(client, callPage(signals.feed, { query: { scope, cursor } })),
  })
  // Starts the first fetch while the page around the feed still renders; `useInfiniteQuery` waits until it is
  // painted.
  usePrefetchInfiniteQuery(options)
  return useInfiniteQuery({
    ...options,
    // `useNewestPage` loads what is new. Only an empty feed has nothing on screen that could move.
    refetchOnMount: ({ state }) =>
      state.isInvalidated && state.data?.pages.every(({ items }) => items.length === 0) === true,
  })
}

/** Signals about a ticker by public authors. */
export const useSignalsAbout = (ticker: string) =>
  useInfiniteQuery({
    ...PAGING,
    queryKey: queryKeys.signalsAbout(ticker),
    queryFn: ({ pageParam: cursor, client }) =>
      withOutcomes(client, callPage(signals.feed, { query: { ticker, cursor } })),
  })

export const useSignal = (id: string) =>
  useQuery({ queryKey: queryKeys.signal(id), queryFn: ({ client }) => loadSignal(client, id) })

export const useSignalsOf = (userId: string) =>
  useInfiniteQuery({
    ...PAGING,
    queryKey: queryKeys.signalsOf(userId),
    queryFn: ({ pageParam: cursor, client }) =>
      withOutcomes(client, callPage(signals.byUser, { params: { id: userId }, query: { cursor } })),
  })

/**
 * What the author of a signal wrote about a ticker after it, oldest first: the newest twenty. Empty while
 * they load.
 */
export function useLaterSignals({ userId, createdAt: postedAt }: Signal, ticker: string): Signal[] {
  const { data } = useQuery({
    queryKey: queryKeys.signalsOfAbout(userId, ticker),
    queryFn: () => call(signals.byUser, { params: { id: userId }, query: { ticker } }),
  })
  return useMemo(
    () => (data ?? []).filter(({ createdAt }) => createdAt > postedAt).toReversed(),
    [data, postedAt],
  )
}

export type SignalPages = ReturnType<typeof useFeed>
