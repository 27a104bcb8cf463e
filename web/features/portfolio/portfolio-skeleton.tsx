// The places of the own portfolio while it is on its way.
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = [1, 2, 3, 4]

export function PortfolioSkeleton() {
  return (
    <Loading
      label="Loading portfolio"
      className="grid-cols-[minmax(0,1fr)] items-start md:gap-5 desk:grid-cols-[20rem_minmax(0,1fr)]"
    >
      <Card className="grid gap-1">
        <span className="flex h-5 items-center">
          <Skeleton className="w-36" />
        </span>
        <span className="flex h-10 items-center">
          <Skeleton className="h-8 w-28" />
        </span>
        <span className="flex h-5 items-center">
          <Skeleton className="h-3 w-44" />
        </span>
      </Card>
      <CardList>
        <CardHead>
          <span className="flex h-7 items-center">
            <Skeleton className="h-4 w-40" />
          </span>
        </CardHead>
        {ROWS.map((row) => (
          <div key={row} className="flex min-h-17 items-center gap-3 px-4 py-3 md:px-6">
            <Skeleton className="size-11 rounded-full" />
            <span className="grid flex-1 gap-2">
              <Skeleton className="w-2/5" />
              <Skeleton className="h-3 w-12" />
            </span>
            <span className="grid justify-items-end gap-2">
              <Skeleton className="w-14" />
              <Skeleton className="h-3 w-20" />
            </span>
          </div>
        ))}
      </CardList>
    </Loading>
  )
}
