// Signals as server data: the feed, a person's list, and posting one.
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { announce, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { clearDraft, type SignalDraft } from './signal-draft.ts'

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Signal>) => page.next,
}

export const useFeed = (scope: FeedScope) =>
  useInfiniteQuery({
    ...pages,
    queryKey: keys.feed(scope),
    queryFn: ({ pageParam: cursor }) => callPage(signals.feed, { query: { scope, cursor } }),
  })

export const useSignalsOf = (userId: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: keys.signalsOf(userId),
    queryFn: ({ pageParam: cursor }) =>
      callPage(signals.byUser, { params: { id: userId }, query: { cursor } }),
  })
export type SignalPages = ReturnType<typeof useFeed>

/** Reads the newest page again and drops the older ones, which are below the fold by then. */
export function refreshFeed(client: QueryClient): void {
  client.setQueriesData<InfiniteData<ListPage<Signal>>>({ queryKey: keys.feeds }, (feed) =>
    feed ? { pages: feed.pages.slice(0, 1), pageParams: feed.pageParams.slice(0, 1) } : undefined,
  )
  void client.invalidateQueries({ queryKey: keys.feeds })
}

/** Posts a draft; the draft is dropped only once the server has the signal. */
export function usePostSignal() {
  const client = useQueryClient()
  const viewer = useViewer()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: ({ typed: _typed, tickers, ...draft }: SignalDraft) =>
      call(signals.post, {
        body: { ...draft, tickers: tickers.length > 0 ? JSON.stringify(tickers) : null },
      }),
    onSuccess: () => {
      clearDraft(viewer.id)
      announce(outcomes.signalPosted)
      void client.invalidateQueries({ queryKey: keys.feeds })
      void client.invalidateQueries({ queryKey: keys.signalsOf(viewer.id) })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      const problem = error instanceof ApiError && error.status === 403 ? error.problem : {}
      if (problem.requiresSubscription) announce(outcomes.creatorModeRequired)
      else if (problem.requiresOnboarding) announce(outcomes.onboardingRequired, error)
      else return announce(outcomes.signalFailed, error)
      // The page believed this person may post, so what it knows of them is old.
      reload()
    },
  })
}
