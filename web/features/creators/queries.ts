// Creator Mode as server data: the plan, the price and the revenue, and changing them and the payout account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { creators, type Plan } from '#shared/contracts/creators.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { isSetupDone } from './setup.ts'

export const usePlan = () => useQuery({ queryKey: keys.plan, queryFn: () => call(creators.plan) })

/** For creators only. */
export function useRevenue() {
  const { isCreator } = useViewer()
  return useQuery({ queryKey: keys.revenue, queryFn: () => call(creators.revenue), enabled: isCreator })
}

/** Goes to the provider's page where the payout account is set up; `accountId` is null when there is none yet. */
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
      followOutcome(needsConnect ? outcomes.connectNotEnabled : outcomes.onboardingFailed, error)
    },
  })
  // A page that Back brings out of the browser's memory is not on its way any more.
  const { reset } = start
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
  return { start: start.mutate, isLeaving: start.isPending || start.isSuccess }
}

/**
 * The first price goes one way, any later one another; what new subscribers see changes with it. The price there is
 * already is not sent. A first price that ends the setup needs no toast: the page says that all is done.
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
      if (saved === null) return followOutcome(outcomes.samePrice)
      const { priceInCents } = saved
      changeUser((own) => ({
        ...own,
        hasPrice: true,
        subscriptionPrice: priceInCents,
        subscriptionPriceInCents: priceInCents,
      }))
      if (hasPrice) followOutcome(outcomes.priceUpdated)
      else if (!isSetupDone({ ...viewer, hasPrice: true })) followOutcome(outcomes.priceSet)
      void client.invalidateQueries({ queryKey: keys.users })
      void client.invalidateQueries({ queryKey: keys.revenue })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failed)
    },
  })
}

/** Takes over the plan the server returned, and asks again for what hangs on it. */
function useTakeOver() {
  const client = useQueryClient()
  const { reload } = useAuth()
  return (plan: Plan) => {
    client.setQueryData(keys.plan, plan)
    for (const queryKey of [keys.creators, keys.subscriptions]) void client.invalidateQueries({ queryKey })
    reload()
  }
}

export function useCancelPlan() {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: () => call(creators.cancelPlan),
    onSuccess: takeOver,
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.planCancellationFailed, error)
    },
  })
}

export function useResumePlan() {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: () => call(creators.resumePlan),
    onSuccess: (plan) => {
      takeOver(plan)
      followOutcome(outcomes.planKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.resumeFailed, error)
    },
  })
}
