// The track record on a profile; its code isn't part of the feed's.
import type { User } from '#shared/contracts/users.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'

const TrackRecordCard = lazyWithPrefetch(() => import('#web/features/record/track-record-card.tsx'), {
  errorFallback: () => null,
})

export const TrackRecord = ({ person }: { person: Pick<User, 'username' | 'performanceSource'> }) => (
  <TrackRecordCard username={person.username} hasBadge={person.performanceSource === 'sample'} />
)
