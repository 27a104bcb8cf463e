// The parts of records that other pages show, each loaded when it is needed: the outcome of a signal, and a
// track record.
import type { Signal } from '#shared/contracts/signals.ts'
import type { User } from '#shared/contracts/users.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { Card } from '#web/ui/card.tsx'
import { OutcomeSpace } from '#web/ui/outcome-space.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** How a signal did. Loaded after the first screen, because cards can be read without it. */
export const Outcome = lazyWithPrefetch<{ signalId: string }>(
  () => whenShown().then(() => import('./outcome.tsx')),
  {
    fallback: <OutcomeSpace />,
    errorFallback: OutcomeSpace,
  },
)

const AFTER_MS = 300

/** Waits until the cards are on the screen. */
const whenShown = () => new Promise((resolve) => setTimeout(resolve, AFTER_MS))

/**
 * The outcome as a line of a signal's card. Keeps its height while it loads, and if it can't be loaded. A
 * comment has none, because it makes no call.
 */
export const OutcomeLine = ({ signal: { id, signalType } }: { signal: Signal }) =>
  signalType === 'comment' ? null : <Outcome signalId={id} />

/** As high as a record with all its figures. */
const TrackRecordSkeleton = () => (
  <Loading label="Loading the track record">
    <Card className="h-128 xs:h-96">
      <Skeleton className="h-5 w-32" />
    </Card>
  </Loading>
)

const importCard = () => import('./track-record-card.tsx')
const TrackRecordOfCreator = lazyWithPrefetch(importCard, {
  fallback: <TrackRecordSkeleton />,
  errorFallback: () => null,
})
const TrackRecordOfMember = lazyWithPrefetch(importCard, { errorFallback: () => null })

type Person = Pick<User, 'username' | 'performanceSource' | 'isCreator'>

/**
 * The track record on a profile. Creators post, so space is reserved for theirs. Former creators may have
 * one, too.
 */
export function TrackRecord({ person: { username, performanceSource, isCreator } }: { person: Person }) {
  const TrackRecordCard = isCreator ? TrackRecordOfCreator : TrackRecordOfMember
  return (
    <TrackRecordCard
      username={username}
      hasBadge={performanceSource === 'sample'}
      loading={isCreator && <TrackRecordSkeleton />}
    />
  )
}
