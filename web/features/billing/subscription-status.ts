// Whether the viewer may read a creator's premium signals, or would if the creator could be paid.
import { useQuery } from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import type { User } from '#shared/contracts/users.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'
import { itemsOf, useOwnSubscriptions } from '../subscriptions/queries.ts'

/** Whether access has ended because the creator can't be paid; the subscription itself goes on or runs out. */
export const isLocked = ({
  status,
  pausedFrom,
  hasAccess,
}: Pick<Subscription, 'status' | 'pausedFrom' | 'hasAccess'>): boolean =>
  pausedFrom !== null && !hasAccess && status !== 'canceled'

/** Asked only of creators (spec section 4). */
export function useSubscriptionStatus({ id, isCreator }: Pick<User, 'id' | 'isCreator'>) {
  const { data, isLoading } = useQuery({
    queryKey: keys.subscriptionStatus(id),
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

/** Whether a subscription of the viewer opens nothing now because this creator can't be paid. Asked only of creators. */
export function usePaused({ id, isCreator }: Pick<User, 'id' | 'isCreator'>) {
  const held = useOwnSubscriptions({ enabled: isCreator })
  const isPaused = itemsOf(held).some((one) => one.creatorId === id && isLocked(one))
  return { isPaused, isLoading: held.isLoading }
}
