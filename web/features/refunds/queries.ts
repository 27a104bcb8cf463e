// The viewer's payments and refunds, and withdrawing from a contract.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '#shared/contracts/admin.ts'
import { refunds } from '#shared/contracts/refunds.ts'
import type { Request } from '#shared/endpoint.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome } from '#web/lib/outcomes.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export const useBillingHistory = () =>
  useQuery({ queryKey: queryKeys.billingHistory, queryFn: () => call(refunds.history) })

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(refunds.withdraw, { params: { id } }),
    // Premium signals close at once.
    onSuccess: () =>
      [queryKeys.subscriptions, queryKeys.signals, queryKeys.feeds].forEach(
        (queryKey) => void client.invalidateQueries({ queryKey }),
      ),
  })
}

/** A change after which everything about payments is refetched. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>, title: string, failed: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => showToast({ title }),
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failure('Error', failed), error)
    },
    onSettled: () =>
      [queryKeys.subscriptions, queryKeys.creators, queryKeys.admin].forEach(
        (queryKey) => void client.invalidateQueries({ queryKey }),
      ),
  })
}

export const useAskForRefund = () =>
  useChange(
    ({ id, text }: { id: string; text: string }) => call(refunds.ask, { params: { id }, body: { text } }),
    'Refund requested',
    'Couldn’t request the refund. Try again.',
  )

/** What the viewer can refund of a subscriber's newest payment. */
export const useRefundTerms = (id: string | null) =>
  useQuery({
    enabled: id !== null,
    queryKey: queryKeys.refundTerms(id ?? ''),
    queryFn: () => call(refunds.terms, { params: { id: id ?? '' } }),
  })

export const useRefundSubscriber = () =>
  useChange(
    ({ id, body }: { id: string; body: Request<typeof refunds.refund>['body'] }) =>
      call(refunds.refund, { params: { id }, body }),
    'Refunded',
    'Couldn’t refund this. Try again.',
  )

/** Requests to the viewer as a creator. */
export const useRefundRequests = () =>
  useQuery({ queryKey: queryKeys.refundRequests, queryFn: () => call(refunds.requests) })

/** Requests that creators left open, for administrators. */
export const useEscalatedRequests = () =>
  useQuery({
    queryKey: queryKeys.adminPart('refund-requests'),
    queryFn: () => call(admin.refundRequests),
  })

type Answer = { id: string; body: Request<typeof refunds.answer>['body'] }
const ANSWERED = ['Answered', 'Couldn’t answer this request. Try again.'] as const

export const useAnswerRequest = ({ isAdmin }: { isAdmin: boolean }) =>
  useChange(
    ({ id, body }: Answer) =>
      call(isAdmin ? admin.answerRefundRequest : refunds.answer, { params: { id }, body }),
    ...ANSWERED,
  )
