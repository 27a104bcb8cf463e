// Signal queries: the feeds, a person's signals, a single signal, and posting one.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FeedScope, type Signal, signals } from '#shared/contracts/signals.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { showPostedSignal } from './feed-updates.ts'
import { clearDraft, draftIdOf, type SignalDraft } from './signal-draft.ts'

const PAGING = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Signal>) => page.next,
}

export const useFeed = (scope: FeedScope) =>
  useInfiniteQuery({
    ...PAGING,
    queryKey: keys.feed(scope),
    queryFn: ({ pageParam: cursor }) => callPage(signals.feed, { query: { scope, cursor } }),
    // `useNewestPage` loads what is new.
    refetchOnMount: false,
  })

/** Signals about a ticker by public authors. */
export const useSignalsAbout = (ticker: string) =>
  useInfiniteQuery({
    ...PAGING,
    queryKey: keys.signalsAbout(ticker),
    queryFn: ({ pageParam: cursor }) => callPage(signals.feed, { query: { ticker, cursor } }),
  })

export const useSignal = (id: string) =>
  useQuery({ queryKey: keys.signal(id), queryFn: () => call(signals.byId, { params: { id } }) })

export const useSignalsOf = (userId: string) =>
  useInfiniteQuery({
    ...PAGING,
    queryKey: keys.signalsOf(userId),
    queryFn: ({ pageParam: cursor }) =>
      callPage(signals.byUser, { params: { id: userId }, query: { cursor } }),
  })

export type SignalPages = ReturnType<typeof useFeed>

/** Posts a draft. The draft is deleted only after the server has confirmed the signal. */
export function usePostSignal() {
  const client = useQueryClient()
  const viewer = useViewer()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: ({ typed: _typed, tickers, ...draft }: SignalDraft) => {
      const content = { ...draft, tickers: tickers.length > 0 ? JSON.stringify(tickers) : null }
      return call(signals.post, {
        body: { ...content, draftId: draftIdOf(viewer.id, JSON.stringify(content)) },
      })
    },
    onSuccess: (posted) => {
      clearDraft(viewer.id)
      followOutcome(outcomes.signalPosted)
      void showPostedSignal(client, posted)
      void client.invalidateQueries({ queryKey: keys.signalsOf(viewer.id) })
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      const outcome = failedPostOutcome(error)
      followOutcome(outcome, error)
      // The page assumed that the viewer may post, so its copy of the viewer is out of date.
      if (outcome !== outcomes.signalFailed) reload()
    },
  })
}

/** The message for a signal that wasn't posted: the requirement its author doesn't meet, or a general failure. */
export function failedPostOutcome(error: unknown): Outcome {
  const problem = error instanceof ApiError && error.status === 403 ? error.problem : {}
  if (problem.requiresSubscription) return outcomes.creatorModeRequired
  if (problem.requiresOnboarding) return outcomes.onboardingRequired
  return outcomes.signalFailed
}
