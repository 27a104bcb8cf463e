// A creator's business as server data. Its keys are below `subscriptions`, so notifications of a payment refetch it.
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { studio, type Subscriber, type SubscriberFilter } from '#shared/contracts/studio.ts'
import { PAGE_SIZE } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const KEY = [...queryKeys.subscriptions, 'studio']

export const useStudio = () =>
  useQuery({ queryKey: [...KEY, 'overview'], queryFn: () => call(studio.overview) })

/** Fetched separately, because it comes from the payment provider and not from the database. */
export const useBalance = () =>
  useQuery({ queryKey: [...KEY, 'balance'], queryFn: () => call(studio.balance) })

/** The first page is shorter, so that the content below it stays within reach. */
const FIRST = 10

export const useStudioSubscribers = (show: SubscriberFilter, search: string) =>
  useInfiniteQuery({
    queryKey: [...KEY, 'subscribers', show, search],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Subscriber>) => page.next,
    queryFn: ({ pageParam: cursor }) =>
      callPage(studio.subscribers, {
        query: { show, search, cursor, limit: cursor === undefined ? FIRST : PAGE_SIZE },
      }),
    placeholderData: keepPreviousData,
  })

/** Leads to the provider's page with payouts, fees and statements. */
export function useOpenDashboard() {
  const open = useMutation({
    mutationFn: () => call(studio.dashboardLink),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      if (!isUnauthorized(error))
        followOutcome(failure('Error', 'Couldn’t open the payment provider’s page. Try again.'), error)
    },
  })
  return { open: () => open.mutate(), isOpening: open.isPending || open.isSuccess }
}
