// Subscriptions as server data, from both of their sides: held by a person, and to a creator.
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#shared/limits.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { announce, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Subscription>) => page.next,
}

/** What the viewer pays for; as many at once as the server gives, so that live ones seldom hide on a later page. */
export function useHeld({ enabled = true } = {}) {
  const { id } = useViewer()
  return useInfiniteQuery({
    ...pages,
    queryKey: keys.heldBy(id),
    queryFn: ({ pageParam: cursor }) =>
      callPage(billing.ofSubscriber, { params: { id }, query: { cursor, limit: PAGE_SIZE_MAX } }),
    enabled,
  })
}

/** What one pays for oneself is not to disappear below a long list of others. */
const PEOPLE_AT_FIRST = 5

/** Who pays the viewer; asked for creators only. */
export function useSubscribers() {
  const { id, isCreator } = useViewer()
  return useInfiniteQuery({
    ...pages,
    queryKey: keys.toCreator(id),
    queryFn: ({ pageParam: cursor }) =>
      callPage(billing.toCreator, {
        params: { id },
        query: { cursor, limit: cursor === undefined ? PEOPLE_AT_FIRST : PAGE_SIZE },
      }),
    enabled: isCreator,
  })
}
export type SubscriptionPages = ReturnType<typeof useHeld>

export const itemsOf = (query: SubscriptionPages): Subscription[] =>
  query.data?.pages.flatMap(({ items }) => items) ?? []

/** Puts what the server said of one subscription into the list at once, then asks again for all that hangs on it. */
function takeOver(client: QueryClient, viewerId: string, changed: Subscription): void {
  client.setQueryData<InfiniteData<ListPage<Subscription>>>(
    keys.heldBy(viewerId),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === changed.id ? changed : item)),
        })),
      },
  )
  void client.invalidateQueries({ queryKey: keys.subscriptions })
}

export function useCancelSubscription() {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (id: string) => call(billing.cancel, { params: { id } }),
    onSuccess: (changed) => takeOver(client, viewer.id, changed),
    onError: (error) => {
      if (!isUnauthorized(error)) announce(outcomes.cancellationFailed, error)
    },
  })
}

export function useResumeSubscription() {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (id: string) => call(billing.resume, { params: { id } }),
    onSuccess: (changed) => {
      takeOver(client, viewer.id, changed)
      announce(outcomes.subscriptionKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) announce(outcomes.resumeFailed, error)
    },
  })
}
