// Says how something ended and leads on from this page, leaving no entry to come back to.
import { useEffect, useRef } from 'react'
import { go } from '#web/lib/navigation.ts'
import { type Outcome, showOutcome } from '#web/lib/outcomes.ts'

/** The toast comes once; whoever has left by the time it leads on, stays where they went. */
export function useLeading(
  outcome: Outcome | undefined,
  { to, error }: { to?: string; error?: unknown } = {},
) {
  const said = useRef<Outcome>(undefined)
  const target = to ?? outcome?.go?.to
  useEffect(() => {
    if (!outcome) return undefined
    if (said.current !== outcome) {
      said.current = outcome
      showOutcome(outcome, error)
    }
    if (target === undefined) return undefined
    const timer = setTimeout(() => leaveFor(target), outcome.go?.afterMs ?? 0)
    return () => clearTimeout(timer)
  }, [outcome, target, error])
}

/** The focus, with its element in the middle: at an edge a toast or the header would cover it. */
export function bringTo(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

/** A page that gives its place in the history to another one, which starts at its top. */
export function leaveFor(path: string): void {
  go(path, { replace: true })
  scrollTo(0, 0)
}
