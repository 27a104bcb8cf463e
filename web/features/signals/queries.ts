// Signals as server data: the feed, a person's list, and posting one.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { showOwn } from './newest.ts'
import { clearDraft, draftIdOf, type SignalDraft } from './signal-draft.ts'

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Signal>) => page.next,
}

export const useFeed = (scope: FeedScope) =>
  useInfiniteQuery({
    ...pages,
    queryKey: keys.feed(scope),
    queryFn: ({ pageParam: cursor }) => callPage(signals.feed, { query: { scope, cursor } }),
    // What may have changed in the meantime is read by `useNewest`.
    refetchOnMount: false,
  })

/** What public authors wrote about a ticker. */
export const useSignalsAbout = (ticker: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: keys.signalsAbout(ticker),
    queryFn: ({ pageParam: cursor }) => callPage(signals.feed, { query: { ticker, cursor } }),
  })

export const useSignal = (id: string) =>
  useQuery({ queryKey: keys.signal(id), queryFn: () => call(signals.byId, { params: { id } }) })

export const useSignalsOf = (userId: string) =>
  useInfiniteQuery({
    ...pages,
    queryKey: keys.signalsOf(userId),
    queryFn: ({ pageParam: cursor }) =>
      callPage(signals.byUser, { params: { id: userId }, query: { cursor } }),
  })
export type SignalPages = ReturnType<typeof useFeed>

/** Posts a draft; the draft is dropped only once the server has the signal. */
export function usePostSignal() {
  const client = useQueryClient()
  const viewer = useViewer()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: ({ typed: _typed, tickers, ...draft }: SignalDraft) => {
      const words = { ...draft, tickers: tickers.length > 0 ? JSON.stringify(tickers) : null }
      return call(signals.post, {
        body: { ...words, draftId: draftIdOf(viewer.id, JSON.stringify(words)) },
      })
    },
    onSuccess: (posted) => {
      clearDraft(viewer.id)
      followOutcome(outcomes.signalPosted)
      void showOwn(client, posted)
      void client.invalidateQueries({ queryKey: keys.signalsOf(viewer.id) })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      const outcome = outcomeOfRefusedPost(error)
      followOutcome(outcome, error)
      // The page believed this person may post, so what it knows of them is old.
      if (outcome !== outcomes.signalFailed) reload()
    },
  })
}

/** What is said of a signal that was not posted: what its author lacks, or that it failed. */
export function outcomeOfRefusedPost(error: unknown): Outcome {
  const problem = error instanceof ApiError && error.status === 403 ? error.problem : {}
  if (problem.requiresSubscription) return outcomes.creatorModeRequired
  if (problem.requiresOnboarding) return outcomes.onboardingRequired
  return outcomes.signalFailed
}
