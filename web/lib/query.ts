// Server data in the page: never stale, never retried, never polled (spec section 7).
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnauthorized } from './api-error.ts'
import { announce, outcomes } from './outcomes.ts'
import { keys } from './query-keys.ts'
import { rememberWayBack } from './way-back.ts'

/** Any call answered with 401 leads to signing in again (spec section 8); signing in itself has its own words. */
const onError = (error: unknown, { meta }: { meta: Record<string, unknown> | undefined }) => {
  if (!isUnauthorized(error) || meta?.isSignIn) return
  rememberWayBack()
  announce(outcomes.unauthorized)
}

/** Nothing that is read moves by it: a feed is read again with its newest page, which says what there is to show (newest.ts). */
export function readFeedsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.feeds, refetchType: 'none' })
  void client.invalidateQueries({ queryKey: keys.newestPages })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => onError(error, mutation),
  }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
