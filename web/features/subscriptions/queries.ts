// Subscriptions as server data: the lists on both sides, and access to one creator.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import type { User } from '#shared/contracts/users.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from '#shared/limits.ts'
import { call, callPage, type ListPage } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'
import { isPausedWithoutAccess } from './subscription-state.ts'

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: ListPage<Subscription>) => page.next,
}

/** The viewer's own subscriptions, in the largest pages, so that active ones are rarely on a later page. */
export function useOwnSubscriptions({ enabled = true } = {}) {
  const { id } = useViewer()
  return useInfiniteQuery({
    ...pages,
    queryKey: queryKeys.heldBy(id),
    queryFn: ({ pageParam: cursor }) =>
      callPage(billing.ofSubscriber, { params: { id }, query: { cursor, limit: PAGE_SIZE_MAX } }),
    enabled,
  })
}

/** Short, so that the viewer's own subscriptions below stay within reach. */
const FIRST_SUBSCRIBERS = 5

/** The viewer's subscribers; fetched for creators only. */
export function useSubscribers() {
  const { id, isCreator } = useViewer()
  return useInfiniteQuery({
    ...pages,
    queryKey: queryKeys.toCreator(id),
    queryFn: ({ pageParam: cursor }) =>
      callPage(billing.toCreator, {
        params: { id },
        query: { cursor, limit: cursor === undefined ? FIRST_SUBSCRIBERS : PAGE_SIZE },
      }),
    enabled: isCreator,
  })
}

export type SubscriptionPages = ReturnType<typeof useOwnSubscriptions>

export const flattenPages = (query: SubscriptionPages): Subscription[] =>
  query.data?.pages.flatMap(({ items }) => items) ?? []

/** Fetched for creators only (spec section 4). */
export function useSubscriptionStatus({ id, isCreator }: Pick<User, 'id' | 'isCreator'>) {
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.subscriptionStatus(id),
    queryFn: () => call(billing.status, { params: { id } }),
    enabled: isCreator,
  })
  const paused = usePaused({ id, isCreator })
  return {
    isSubscribed: data?.isSubscribed ?? false,
    isPaused: paused.isPaused,
    isLoading: isLoading || paused.isLoading,
  }
}

/**
 * Whether the viewer's subscription gives no access because this creator can't be paid. Fetched for creators
 * only.
 */
export function usePaused({ id, isCreator }: Pick<User, 'id' | 'isCreator'>) {
  const own = useOwnSubscriptions({ enabled: isCreator })
  const isPaused = flattenPages(own).some(
    (subscription) => subscription.creatorId === id && isPausedWithoutAccess(subscription),
  )
  return { isPaused, isLoading: own.isLoading }
}
