// The cache of server data: never stale, never retried, never polled (spec section 7).
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isUnauthorized } from './api-error.ts'
import { followOutcome, outcomes } from './outcomes.ts'
import { queryKeys } from './query-keys.ts'
import { saveReturnTo } from './return-to.ts'
import { noteSessionEnd } from './unheard-payment.ts'

/**
 * A 401 response to any call leads to the login page (spec section 8). The sign-in form shows its own
 * message.
 */
const onError = (error: unknown, { meta }: { meta: Record<string, unknown> | undefined }) => {
  if (!isUnauthorized(error) || meta?.isSignIn) return
  saveReturnTo()
  noteSessionEnd()
  followOutcome(outcomes.unauthorized)
}

/**
 * Refetches only the newest page of each feed, so that nothing on screen moves; feed-updates.ts then offers
 * the new signals.
 */
export function invalidateFeeds(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKeys.feeds, refetchType: 'none' })
  void client.invalidateQueries({ queryKey: queryKeys.newestPages })
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
