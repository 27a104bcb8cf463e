// Queries and mutations of Creator Mode: plan, revenue, payout account and price.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { creators, type PayoutAccount, type Plan } from '#shared/contracts/creators.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { isSetupDone } from './setup.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

export const usePlan = () => useQuery({ queryKey: queryKeys.plan, queryFn: () => call(creators.plan) })

/** Fetched for creators only. */
export function useRevenue() {
  const { isCreator } = useViewer()
  return useQuery({ queryKey: queryKeys.revenue, queryFn: () => call(creators.revenue), enabled: isCreator })
}

/** Fetched for creators only. If payouts have been connected, rereads the session, which unlocks posting. */
export function usePayouts() {
  const { isCreator, stripeOnboardingCompleted } = useViewer()
  const { reload } = useAuth()
  const query = useQuery({
    queryKey: queryKeys.payouts,
    queryFn: () => call(creators.accountStatus),
    enabled: isCreator,
  })
  const hasChanged = query.data !== undefined && query.data.connected !== stripeOnboardingCompleted
  useEffect(() => {
    if (hasChanged) reload()
    // Once per response: `reload` changes with the user, and two responses that differ must not cause a loop.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasChanged, query.dataUpdatedAt])
  return query
}

/** Whether an account that worked needs action: information is due, or payouts are on hold. */
export const needsAction = ({ standing, due, onHold }: PayoutAccount): boolean =>
  onHold || (standing === 'active' && due.length > 0)

/**
 * Redirects to the provider's page that sets up the payout account. `accountId` is null before there is one.
 */
export function useSetUpPayouts() {
  const start = useMutation({
    mutationFn: async (accountId: string | null) => {
      if (accountId === null) await call(creators.createAccount)
      return call(creators.createAccountLink)
    },
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      if (isUnauthorized(error)) return
      const needsConnect = error instanceof ApiError && error.problem.code === 'connect_not_enabled'
      followOutcome(
        needsConnect ? paymentOutcomes.connectNotEnabled : paymentOutcomes.onboardingFailed,
        error,
      )
    },
  })
  // On Back, the back-forward cache may restore this page with its button still pending.
  const { reset } = start
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  return { start: start.mutate, isRedirecting: start.isPending || start.isSuccess }
}

/**
 * The first price has its own call. An unchanged price isn't sent. A first price that completes the setup needs no
 * toast, because the page shows that the setup is done.
 */
export function useSetPrice({ failed }: { failed: Outcome }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const { hasPrice, subscriptionPriceInCents } = viewer
  const { changeUser } = useAuth()
  return useMutation({
    mutationFn: async (priceInCents: number) =>
      hasPrice && priceInCents === subscriptionPriceInCents
        ? null
        : call(hasPrice ? creators.updatePrice : creators.setupPricing, { body: { priceInCents } }),
    onSuccess: (saved) => {
      if (saved === null) return followOutcome(paymentOutcomes.samePrice)
      const { priceInCents } = saved
      changeUser((own) => ({
        ...own,
        hasPrice: true,
        subscriptionPrice: priceInCents,
        subscriptionPriceInCents: priceInCents,
      }))
      if (hasPrice) followOutcome(paymentOutcomes.priceUpdated)
      else if (!isSetupDone({ ...viewer, hasPrice: true })) followOutcome(paymentOutcomes.priceSet)
      void client.invalidateQueries({ queryKey: queryKeys.users })
      void client.invalidateQueries({ queryKey: queryKeys.revenue })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failed, error)
    },
  })
}

/** Puts the returned plan into the cache, then refetches everything that depends on it. */
function useUpdatePlan() {
  const client = useQueryClient()
  const { reload } = useAuth()
  return (plan: Plan) => {
    client.setQueryData(queryKeys.plan, plan)
    for (const queryKey of [queryKeys.creators, queryKeys.subscriptions])
      void client.invalidateQueries({ queryKey })
    reload()
  }
}

export function useCancelPlan() {
  const updatePlan = useUpdatePlan()
  return useMutation({
    mutationFn: () => call(creators.cancelPlan),
    onSuccess: updatePlan,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.planCancellationFailed, error)
    },
  })
}

export function useResumePlan() {
  const updatePlan = useUpdatePlan()
  return useMutation({
    mutationFn: () => call(creators.resumePlan),
    onSuccess: (plan) => {
      updatePlan(plan)
      followOutcome(paymentOutcomes.planKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.resumeFailed, error)
    },
  })
}
