// How the payout account stands, as server data; apart from what changes it, as the first page of a creator asks too.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { creators, type PayoutAccount } from '#shared/contracts/creators.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'

/** For creators only. Once payouts are connected the own user is read again, so that the gate opens at once. */
export function usePayouts() {
  const { isCreator, stripeOnboardingCompleted } = useViewer()
  const { reload } = useAuth()
  const query = useQuery({
    queryKey: keys.payouts,
    queryFn: () => call(creators.accountStatus),
    enabled: isCreator,
  })
  const isNews = query.data !== undefined && query.data.connected !== stripeOnboardingCompleted
  useEffect(() => {
    if (isNews) reload()
    // Once for each answer: `reload` is new with each user, and two answers that differ must not chase each other.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNews, query.dataUpdatedAt])
  return query
}

/** Whether an account that worked needs its owner: something is due, or the payouts are on hold. */
export const needsOwner = ({ standing, due, onHold }: PayoutAccount): boolean =>
  onHold || (standing === 'active' && due.length > 0)
