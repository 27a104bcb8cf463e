// Canceling and resuming a subscription.
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, type ListPage } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'

/** Puts the returned subscription into the list at once, then refetches everything that depends on it. */
function updateList(client: QueryClient, viewerId: string, changed: Subscription): void {
  client.setQueryData<InfiniteData<ListPage<Subscription>>>(
    queryKeys.heldBy(viewerId),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === changed.id ? changed : item)),
        })),
      },
  )
  void client.invalidateQueries({ queryKey: queryKeys.subscriptions })
}

export function useCancelSubscription() {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (id: string) => call(billing.cancel, { params: { id } }),
    onSuccess: (changed) => updateList(client, viewer.id, changed),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.cancellationFailed, error)
    },
  })
}

export function useResumeSubscription() {
  const client = useQueryClient()
  const viewer = useViewer()
  return useMutation({
    mutationFn: (id: string) => call(billing.resume, { params: { id } }),
    onSuccess: (changed) => {
      updateList(client, viewer.id, changed)
      followOutcome(paymentOutcomes.subscriptionKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(paymentOutcomes.resumeFailed, error)
    },
  })
}
