// Subscriptions as server data, from both of their sides: held by a person, and to a creator.
import { useInfiniteQuery } from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#shared/limits.ts'
import { callPage, type ListPage } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Subscription>) => page.next,
}

/** What the viewer pays for; as many at once as the server gives, so that live ones seldom hide on a later page. */
export function useOwnSubscriptions({ enabled = true } = {}) {
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

export type SubscriptionPages = ReturnType<typeof useOwnSubscriptions>

export const itemsOf = (query: SubscriptionPages): Subscription[] =>
  query.data?.pages.flatMap(({ items }) => items) ?? []
