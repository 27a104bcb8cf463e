// Canceling a subscription and keeping it after all, and what the page knows afterwards.
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { billing, type Subscription } from '#shared/contracts/billing.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call, type ListPage } from '#web/lib/call.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useViewer } from '#web/lib/session.tsx'

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
      if (!isUnauthorized(error)) followOutcome(outcomes.cancellationFailed, error)
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
      followOutcome(outcomes.subscriptionKept)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(outcomes.resumeFailed, error)
    },
  })
}
