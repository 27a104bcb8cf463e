// The place of a track record while it loads.
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** As high as a record with all its figures. */
export const TrackRecordSkeleton = () => (
  <Loading label="Loading the track record">
    <Card className="grid h-128 content-start gap-4 xs:h-96">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="w-3/4" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-20 w-full" />
    </Card>
  </Loading>
)
