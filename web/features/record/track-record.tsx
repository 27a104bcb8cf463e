// The track record on a profile, loaded when it is needed.
import type { User } from '#shared/contracts/users.ts'
import { hasSamplePrices } from '#web/lib/config.ts'
import { lazyWithPrefetch } from '#web/lib/lazy-with-prefetch.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** As high as both records of a rated author, so that the content below doesn't visibly move. */
const TrackRecordSkeleton = () => (
  <Loading label="Loading the track record">
    <Card className="grid h-[78rem] content-start gap-4 xs:h-[51rem]">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
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
      hasBadge={performanceSource === 'sample' || hasSamplePrices()}
      loading={isCreator && <TrackRecordSkeleton />}
    />
  )
}
