// Skeletons of the portfolio tab and of the performance on a profile.
import { directionOf } from '#shared/rules/percent.ts'
import { useViewer } from '#web/lib/session.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { CurveSkeleton, Loading, Skeleton, TextLine } from '#web/ui/skeleton.tsx'

const HOLDINGS = [1, 2, 3, 4]
const METRICS = [1, 2, 3, 4, 5]

const MetricListSkeleton = () => (
  <div className="divide-y divide-line">
    {METRICS.map((metric) => (
      <div key={metric} className="flex min-h-target items-center justify-between gap-4">
        <Skeleton className="w-32" />
        <Skeleton className="w-16" />
      </div>
    ))}
  </div>
)

/** The sentences below the figures; `className` sets the height for each screen size. */
const NotesSkeleton = ({ className }: { className: string }) => (
  <Skeleton className={classes('rounded-control', className)} />
)

export const MetricsSkeleton = () => (
  <div className="border-t border-line pt-2 md:grid md:grid-cols-2 md:gap-x-10">
    <MetricListSkeleton />
    <div className="border-t border-line md:border-t-0">
      <MetricListSkeleton />
    </div>
  </div>
)

/** A viewer without a return most likely has an empty portfolio, which is much shorter. */
export function PortfolioSkeleton() {
  const isEmpty = directionOf(useViewer().performance) === 'flat'
  return (
    <>
      <div className="grid min-h-9 content-center">
        <h1 className="text-heading font-strong">My Portfolio</h1>
      </div>
      <Loading label="Loading portfolio" className="grid-cols-[minmax(0,1fr)] md:gap-5">
        <Card className="grid gap-5">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div className="grid gap-1">
              <TextLine height="h-5" bar="w-36" />
              <TextLine height="h-10" bar="h-8 w-28" />
              <TextLine height="h-5" bar="h-3 w-44" />
            </div>
            {!isEmpty && <Skeleton className="h-12.5 w-full rounded-switch md:h-9.5 md:w-75" />}
          </div>
          {!isEmpty && (
            <>
              <CurveSkeleton tall />
              <MetricsSkeleton />
              <NotesSkeleton className="h-20 md:h-8" />
            </>
          )}
        </Card>
        {isEmpty ? (
          <Card>
            <Skeleton className="mx-auto my-20 w-3/5" />
          </Card>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-5 desk:grid-cols-[minmax(0,1fr)_20rem]">
            <HoldingsSkeleton />
            <HoldingsSkeleton />
          </div>
        )}
      </Loading>
    </>
  )
}

export function HoldingsSkeleton() {
  return (
    <CardList>
      <CardHead>
        <TextLine height="h-7" bar="h-4 w-40" />
      </CardHead>
      {HOLDINGS.map((row) => (
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
  )
}

export function PublicPerformanceSkeleton({ hasNote = false }: { hasNote?: boolean }) {
  return (
    <Loading label="Loading performance">
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <TextLine height="h-7" bar="h-4 w-32" />
          {hasNote && <TextLine height="h-10 xs:h-5" bar="h-3 w-3/5" />}
          <TextLine height="h-12" bar="h-8 w-40" />
          <TextLine height="h-5" bar="h-3 w-44" />
        </div>
        <TextLine height="h-5" bar="h-3 w-40" />
        <CurveSkeleton />
        <div className="border-t border-line pt-2">
          <MetricListSkeleton />
          <TextLine height="h-target" bar="w-28" />
        </div>
        <NotesSkeleton className="h-16 xs:h-8" />
      </Card>
    </Loading>
  )
}
