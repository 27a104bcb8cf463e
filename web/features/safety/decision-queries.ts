// What moderators decided about the viewer, and the viewer's appeal.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Decision, type Report, reports } from '#shared/contracts/reports.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { showToast } from '#web/ui/toast-store.ts'

/** All decisions about the viewer, in pages. */
export const useDecisionList = () =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Decision>) => page.next,
    queryKey: [...queryKeys.decisions, 'list'],
    queryFn: ({ pageParam: cursor }) => callPage(reports.decisions, { query: { cursor } }),
  })

/**
 * Finds a decision about the viewer by its id or its subject's id, or a report by the viewer by its id or its decision's
 * id; null if there is neither.
 */
export const useDecision = (id: string) =>
  useQuery({
    queryKey: [...queryKeys.decisions, 'one', id],
    queryFn: () =>
      call(reports.decision, { params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
        throw error
      }),
  })

/** All of the viewer's reports, in pages. */
export const useReportList = () =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Report>) => page.next,
    queryKey: [...queryKeys.ownReports, 'list'],
    queryFn: ({ pageParam: cursor }) => callPage(reports.own, { query: { cursor } }),
  })

export function useAskForLook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      call(reports.askForLook, { params: { id }, body: { text } }),
    onSuccess: () => {
      for (const queryKey of [queryKeys.ownReports, queryKeys.decisions])
        void client.invalidateQueries({ queryKey })
      showToast({ title: 'Sent', description: 'We’ll email you the answer.' })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failure('Error', 'Couldn’t send this. Try again.'), error)
    },
  })
}

export function useAppeal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      call(reports.appeal, { params: { id }, body: { text } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.decisions })
      showToast({ title: 'Appeal sent', description: 'We’ll email you the answer.' })
    },
    onError: (error) => {
      if (!isUnauthorized(error))
        followOutcome(failure('Error', 'Couldn’t send the appeal. Try again.'), error)
    },
  })
}
