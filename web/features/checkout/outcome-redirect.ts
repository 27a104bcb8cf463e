// Leaves a checkout that has ended, and says how it ended.
import { useEffect, useRef } from 'react'
import { go } from '#web/lib/navigation.ts'
import { type Outcome, showOutcome } from '#web/lib/outcomes.ts'

/**
 * Announces once how the checkout ended, then redirects without leaving the checkout in the history. If the
 * person navigates away first, there is no redirect.
 */
export function useOutcomeRedirect(
  outcome: Outcome | undefined,
  { to, error }: { to?: string; error?: unknown } = {},
) {
  const announced = useRef<Outcome>(undefined)
  const target = to ?? outcome?.go?.to
  useEffect(() => {
    if (!outcome) return undefined
    if (announced.current !== outcome) {
      announced.current = outcome
      showOutcome(outcome, error)
    }
    if (target === undefined) return undefined
    const timer = setTimeout(() => {
      go(target, { replace: true })
      scrollTo(0, 0)
    }, outcome.go?.afterMs ?? 0)
    return () => clearTimeout(timer)
  }, [outcome, target, error])
}
