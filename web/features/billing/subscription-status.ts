// Whether the viewer may read a creator's premium signals.
import { useQuery } from '@tanstack/react-query'
import { billing } from '#shared/contracts/billing.ts'
import type { User } from '#shared/contracts/users.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'

/** Asked only of creators (spec section 4). */
export function useSubscriptionStatus({ id, isCreator }: Pick<User, 'id' | 'isCreator'>) {
  const { data, isLoading } = useQuery({
    queryKey: keys.subscriptionStatus(id),
    queryFn: () => call(billing.status, { params: { id } }),
    enabled: isCreator,
  })
  return { isSubscribed: data?.isSubscribed ?? false, isLoading }
}
