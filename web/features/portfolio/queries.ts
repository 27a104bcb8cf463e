// Portfolio queries and mutations: the viewer's own overview, a person's performance, imports and deletions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ImportChoice } from '#shared/contracts/import-preview.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

export type Overview = z.output<typeof portfolio.overview.reply>

export const useOverview = () =>
  useQuery({ queryKey: queryKeys.portfolioOverview, queryFn: () => call(portfolio.overview) })

export const usePerformanceOf = (userId: string) =>
  useQuery({
    queryKey: queryKeys.portfolioOf(userId),
    queryFn: () => call(portfolio.ofPerson, { params: { id: userId } }),
  })

/** Imports what a preview showed. The dialog shows a refusal, so there is no toast. */
export function useConfirmImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: ImportChoice }) =>
      call(portfolio.confirmImport, { params: { id }, body: choice }),
    onSuccess: () => {
      followOutcome(outcomes.portfolioImported)
      return client.invalidateQueries({ queryKey: queryKeys.portfolio })
    },
  })
}

/** Restarts a calculation that ended with a reason instead of a result. */
export function useRetryCalculation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(portfolio.retryCalculation),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.portfolio }),
  })
}

/** Deletes a preview. A failure is ignored, because the server deletes old previews anyway. */
export const useDeletePreview = () =>
  useMutation({ mutationFn: (id: string) => call(portfolio.dropImport, { params: { id } }) })

/** Deletes a part of the portfolio, then reloads everything that depended on it. */
export function useRemoval<Target = void>({
  remove,
  done,
  failed,
}: {
  remove: (target: Target) => Promise<unknown>
  done: Outcome
  failed: Outcome
}) {
  const client = useQueryClient()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      followOutcome(done)
      // The return on the viewer's profile changes too.
      reload()
      return client.invalidateQueries({ queryKey: queryKeys.portfolio })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failed, error)
    },
  })
}
