// The place of a track record while it loads. Part of the feed's code, so it is plain.
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** As high as a record with all its figures. */
export const TrackRecordSkeleton = () => (
  <Loading label="Loading the track record">
    <Card className="h-128 xs:h-96">
      <Skeleton className="h-5 w-32" />
    </Card>
  </Loading>
)
