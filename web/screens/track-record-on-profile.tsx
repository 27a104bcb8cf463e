// The track record on a profile; its code isn't part of the feed's.
import type { User } from '#shared/contracts/users.ts'
import { TrackRecordSkeleton } from '#web/features/record/track-record-skeleton.tsx'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'

const importCard = () => import('#web/features/record/track-record-card.tsx')
const TrackRecordOfCreator = lazyWithPrefetch(importCard, {
  fallback: <TrackRecordSkeleton />,
  errorFallback: () => null,
})
const TrackRecordOfMember = lazyWithPrefetch(importCard, { errorFallback: () => null })

type Person = Pick<User, 'username' | 'performanceSource' | 'isCreator'>

/** Creators post, so space is reserved for theirs; former creators may have one, too. */
export function TrackRecord({ person: { username, performanceSource, isCreator } }: { person: Person }) {
  const Card = isCreator ? TrackRecordOfCreator : TrackRecordOfMember
  return <Card username={username} hasBadge={performanceSource === 'sample'} isExpected={isCreator} />
}
