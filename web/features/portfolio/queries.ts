// Portfolios as server data: the own one, what others see of somebody's, and bringing in and deleting accounts.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ImportChoice } from '#shared/contracts/import-preview.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/lib/session.tsx'

export type Overview = z.output<typeof portfolio.overview.reply>

export const useOverview = () =>
  useQuery({ queryKey: keys.portfolioOverview, queryFn: () => call(portfolio.overview) })

export const usePictureOf = (userId: string) =>
  useQuery({
    queryKey: keys.portfolioOf(userId),
    queryFn: () => call(portfolio.ofPerson, { params: { id: userId } }),
  })

/** Imports what a preview showed. What is refused is said where it was asked for, not in a toast. */
export function useConfirmImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: ImportChoice }) =>
      call(portfolio.confirmImport, { params: { id }, body: choice }),
    onSuccess: () => {
      followOutcome(outcomes.portfolioImported)
      return client.invalidateQueries({ queryKey: keys.portfolio })
    },
  })
}

/** Deletes a preview. Whether it worked matters to nobody: the server forgets previews by itself. */
export const useDropImport = () =>
  useMutation({ mutationFn: (id: string) => call(portfolio.dropImport, { params: { id } }) })

export const useDeleteAccount = () =>
  useRemoval({
    remove: (id: string) => call(portfolio.deleteAccount, { params: { id } }),
    done: outcomes.accountDeleted,
    failed: outcomes.accountDeletionFailed,
  })

/** Deletes something the portfolio is made of, and reads anew what hung on it. */
export function useRemoval<Which = void>({
  remove,
  done,
  failed,
}: {
  remove: (which: Which) => Promise<unknown>
  done: Outcome
  failed: Outcome
}) {
  const client = useQueryClient()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      followOutcome(done)
      // The return on the own profile changes with it.
      reload()
      return client.invalidateQueries({ queryKey: keys.portfolio })
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(failed, error)
    },
  })
}
