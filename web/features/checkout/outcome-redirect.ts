// Announces how a checkout ended and then redirects, without leaving the checkout in the history.
import { useEffect, useRef } from 'react'
import { go } from '#web/lib/navigation.ts'
import { type Outcome, showOutcome } from '#web/lib/outcomes.ts'

/** Shows the toast once. If the person navigates away first, there is no redirect. */
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
    const timer = setTimeout(() => redirectTo(target), outcome.go?.afterMs ?? 0)
    return () => clearTimeout(timer)
  }, [outcome, target, error])
}

/** Replaces this page in the history and starts the next one at its top. */
export function redirectTo(path: string): void {
  go(path, { replace: true })
  scrollTo(0, 0)
}
