// How one signal did, as a line of its card. A comment has none, because it makes no call.
import type { Signal } from '#shared/contracts/signals.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { OutcomeSpace } from '#web/ui/outcome-space.tsx'

// Not in the code of the first screen: cards can be read without it.
export const Outcome = lazyWithPrefetch<{ signalId: string }>(
  () => whenShown().then(() => import('./outcome.tsx')),
  {
    fallback: <OutcomeSpace />,
    errorFallback: OutcomeSpace,
  },
)

const AFTER_MS = 300

/** Once the cards are on the screen. */
const whenShown = () => new Promise((resolve) => setTimeout(resolve, AFTER_MS))

/** Keeps its height while it loads and if it can't be loaded. */
export const OutcomeLine = ({ signal: { id, signalType } }: { signal: Signal }) =>
  signalType === 'comment' ? null : <Outcome signalId={id} />
