// The viewer's watch list, with optimistic changes that roll back if the server refuses.
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type WatchedTicker, watchlist } from '#shared/contracts/watchlist.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { signalOutcomes } from '#web/lib/signal-outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The refetch interval while the server fetches prices. */
const ASK_AGAIN_MS = 5000

/**
 * `isRemoved`: removed since the list was fetched. Its row stays until the list is opened again, so that nothing moves.
 */
export type WatchlistRow = WatchedTicker & { isRemoved?: boolean }

export const useWatchlist = () =>
  useQuery({
    queryKey: queryKeys.watchlist,
    queryFn: async (): Promise<WatchlistRow[]> => await call(watchlist.list),
    refetchInterval: ({ state }) => (state.data?.some(({ isFetching }) => isFetching) ? ASK_AGAIN_MS : false),
  })

/** Undefined while the list loads, and if it couldn't be loaded. */
export function useIsWatched(ticker: string): boolean | undefined {
  const { data } = useWatchlist()
  const pending = useMutationState({
    filters: { mutationKey: queryKeys.watch(ticker), status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  return pending.at(-1) ?? data?.some((row) => row.ticker === ticker && !row.isRemoved)
}

/** Adds (`true`) or removes (`false`). The mutation scope sends quick presses one after the other. */
export function useWatch(ticker: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: queryKeys.watch(ticker),
    scope: { id: `watch-${ticker}` },
    mutationFn: (shouldWatch: boolean) =>
      call(shouldWatch ? watchlist.add : watchlist.remove, { params: { ticker } }),
    onSuccess: async ({ isWatched }) => {
      await client.cancelQueries({ queryKey: queryKeys.watchlist })
      const rows = client.getQueryData<WatchlistRow[]>(queryKeys.watchlist)
      client.setQueryData<WatchlistRow[]>(
        queryKeys.watchlist,
        rows?.map((row) => (row.ticker === ticker ? { ...row, isRemoved: !isWatched } : row)),
      )
      const isListed = rows?.some((row) => row.ticker === ticker)
      // A new row needs its prices. The pending change shows until they are there.
      await client.invalidateQueries({
        queryKey: queryKeys.watchlist,
        exact: true,
        refetchType: isListed ? 'none' : 'active',
      })
    },
    onError: (error, shouldWatch) => {
      if (!isUnauthorized(error))
        followOutcome(shouldWatch ? signalOutcomes.watchFailed : signalOutcomes.unwatchFailed, error)
    },
  })
}
