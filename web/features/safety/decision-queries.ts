// What moderators decided about the viewer, and the viewer's appeal.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Report, reports } from '#shared/contracts/reports.ts'
import { PAGE_SIZE_MAX } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { showToast } from '#web/ui/toast-store.ts'

export const useDecisions = () =>
  useQuery({ queryKey: queryKeys.decisions, queryFn: () => call(reports.decisions) })

/** All of the viewer's reports, in pages. */
export const useReportList = () =>
  useInfiniteQuery({
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Report>) => page.next,
    queryKey: [...queryKeys.ownReports, 'list'],
    queryFn: ({ pageParam: cursor }) => callPage(reports.own, { query: { cursor } }),
  })

/** The newest of the viewer's reports. */
export const useOwnReports = () =>
  useQuery({
    queryKey: queryKeys.ownReports,
    queryFn: () => call(reports.own, { query: { limit: PAGE_SIZE_MAX } }),
  })

export function useAskForLook() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      call(reports.askForLook, { params: { id }, body: { text } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.ownReports })
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
