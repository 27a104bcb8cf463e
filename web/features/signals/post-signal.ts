// Posting a signal. Separate from the other queries, because a draft needs zod and the feed doesn't.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signals } from '#shared/contracts/signals.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { showPostedSignal } from './feed-updates.ts'
import { bodyOf, draftIdOf, type SignalDraft } from './signal-draft.ts'
import { clearDraft } from '#web/lib/personal-storage.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'
import { paymentOutcomes } from '#web/lib/payment-outcomes.ts'

const NOT_COMPARED = {
  ...outcomes.signalPosted,
  text: 'We have no recent price for this ticker, so we couldn’t check target and stop.',
}

/** Posts a draft. The draft is deleted only after the server has confirmed the signal. */
export function usePostSignal() {
  const client = useQueryClient()
  const viewer = useViewer()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: (draft: SignalDraft) => {
      const content = bodyOf(draft)
      return call(signals.post, {
        body: { ...content, draftId: draftIdOf(viewer.id, JSON.stringify(content)) },
      })
    },
    onSuccess: ({ isComparedWithClose, ...posted }) => {
      clearDraft(viewer.id)
      followOutcome(isComparedWithClose === false ? NOT_COMPARED : outcomes.signalPosted)
      void showPostedSignal(client, posted)
      void client.invalidateQueries({ queryKey: queryKeys.signalsOf(viewer.id) })
      client.removeQueries({ queryKey: queryKeys.signalPreviews })
    },
    onError: (error) => {
      // The dialog shows it at the field.
      if (isUnauthorized(error) || faultyFieldOf(error) !== null) return
      const outcome = failedPostOutcome(error)
      followOutcome(outcome, error)
      // The page assumed that the viewer may post, so its copy of the viewer is out of date.
      if (outcome !== outcomes.signalFailed) reload()
    },
  })
}

/** The field of the details that the server refused, or null. */
export function faultyFieldOf(error: unknown): 'target' | 'stop' | null {
  const field = error instanceof ApiError && error.status === 400 ? error.problem.field : null
  return field === 'target' || field === 'stop' ? field : null
}

/**
 * The message for a signal that wasn't posted: the requirement its author doesn't meet, or a general failure.
 */
export function failedPostOutcome(error: unknown): Outcome {
  const problem = error instanceof ApiError && error.status === 403 ? error.problem : {}
  if (problem.requiresSubscription) return paymentOutcomes.creatorModeRequired
  if (problem.requiresOnboarding) return paymentOutcomes.onboardingRequired
  if (problem.code === 'email_not_verified') return accountOutcomes.emailNotVerified
  return outcomes.signalFailed
}
