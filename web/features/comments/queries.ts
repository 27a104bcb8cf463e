// A signal's comments: pages in both directions, live while the page is on screen, and what people do with them.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { comments, type NewComment, type Thread } from '#shared/contracts/comments.ts'
import { THREAD_LIVE_MINUTES } from '#shared/limits.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

type Side = { after?: string; before?: string; around?: string }

/**
 * `around`: the comment that the address names; undefined for the beginning. If the viewer can't see it, the thread is
 * read from its beginning, and `isLost` is true.
 */
export const useThread = (signalId: string, around: string | undefined) => {
  const first: Side = around === undefined ? {} : { around }
  return useInfiniteQuery({
    queryKey: [...queryKeys.thread(signalId), around ?? ''],
    queryFn: ({ pageParam }) => readPage(signalId, pageParam),
    initialPageParam: first,
    getNextPageParam: ({ later }) => (later === null ? undefined : { after: later }),
    getPreviousPageParam: ({ earlier }) => (earlier === null ? undefined : { before: earlier }),
  })
}

async function readPage(id: string, query: Side): Promise<Thread & { isLost: boolean }> {
  try {
    return { ...(await call(comments.thread, { params: { id }, query })), isLost: false }
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400)
    if (query.around === undefined || !isGone) throw error
    return { ...(await call(comments.thread, { params: { id }, query: {} })), isLost: true }
  }
}

/** The refetch interval, short enough that the server doesn't drop the page's subscription. */
const AGAIN_MS = (THREAD_LIVE_MINUTES - 2) * 60_000

/**
 * Subscribes to changes while the thread is on screen. `total`: the number of comments shown, undefined while it loads.
 */
export function useLiveThread(signalId: string, total: number | undefined): void {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['live-thread', signalId],
    queryFn: () => call(comments.follow, { params: { id: signalId } }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: AGAIN_MS,
  })
  const known = data?.total
  // Catches comments that were posted after the thread was read and before the server knew of this page.
  useEffect(() => {
    if (known !== undefined && total !== undefined && known > total)
      void client.invalidateQueries({ queryKey: queryKeys.thread(signalId) })
  }, [client, signalId, known, total])
}

export const useVersions = (id: string, isOpen: boolean) =>
  useQuery({
    queryKey: queryKeys.commentVersions(id),
    queryFn: () => call(comments.versions, { params: { id } }),
    enabled: isOpen,
  })

const FAILED = {
  post: failure('Error', 'Couldn’t send the comment. Please try again.'),
  edit: failure('Error', 'Couldn’t change the comment. Please try again.'),
  remove: failure('Error', 'Couldn’t delete the comment. Please try again.'),
}

/** Refetches the thread and the count on the signal's card. */
function useRefetch(signalId: string) {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.signal(signalId) })
    return client.invalidateQueries({ queryKey: queryKeys.comments })
  }
}

export function usePostComment(signalId: string) {
  const refetch = useRefetch(signalId)
  return useMutation({
    mutationFn: (body: Pick<NewComment, 'body'> & Partial<NewComment>) =>
      call(comments.post, { params: { id: signalId }, body }),
    onSuccess: refetch,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(FAILED.post, error)
    },
  })
}

export function useEditComment(signalId: string) {
  const refetch = useRefetch(signalId)
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: string }) =>
      call(comments.edit, { params: { id }, body: { body } }),
    onSuccess: refetch,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(FAILED.edit, error)
    },
  })
}

export function useDeleteComment(signalId: string) {
  const refetch = useRefetch(signalId)
  return useMutation({
    mutationFn: (id: string) => call(comments.remove, { params: { id } }),
    onSuccess: refetch,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(FAILED.remove, error)
    },
  })
}
