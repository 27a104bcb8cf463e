// The places of a portfolio while it is on its way: the own one, and the picture on somebody's profile.
import { directionOf } from '#shared/rules/percent.ts'
import { useViewer } from '#web/lib/session.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = [1, 2, 3, 4]
const LINES = [1, 2, 3, 4, 5]

/** A line of text of this height, with a bar in its middle. */
function Line({ height, bar }: { height: string; bar: string }) {
  return (
    <span className={`flex items-center ${height}`}>
      <Skeleton className={bar} />
    </span>
  )
}

/** Key, curve, its days, and "Show as table"; as high as the real ones. */
export function CurveSkeleton({ tall = false }: { tall?: boolean }) {
  return (
    <div className="grid gap-2">
      <div className="grid gap-5">
        <Line height="h-5" bar="h-3 w-44" />
        <div className="pb-7">
          <Skeleton className={tall ? 'h-52 rounded-control md:h-72' : 'h-52 rounded-control'} />
        </div>
      </div>
      <Line height="h-target" bar="w-28" />
    </div>
  )
}

const LedgerSkeleton = () => (
  <div className="divide-y divide-line">
    {LINES.map((line) => (
      <div key={line} className="flex min-h-target items-center justify-between gap-4">
        <Skeleton className="w-32" />
        <Skeleton className="w-16" />
      </div>
    ))}
  </div>
)

/** The sentences below the figures: so many lines on a phone, so many on a desk. */
const Notes = ({ className }: { className: string }) => (
  <Skeleton className={classes('rounded-control', className)} />
)

export const FiguresSkeleton = () => (
  <div className="border-t border-line pt-2 md:grid md:grid-cols-2 md:gap-x-10">
    <LedgerSkeleton />
    <div className="border-t border-line md:border-t-0">
      <LedgerSkeleton />
    </div>
  </div>
)

/** Without a return there is most likely nothing behind it yet, which is far less high. */
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
              <Line height="h-5" bar="w-36" />
              <Line height="h-10" bar="h-8 w-28" />
              <Line height="h-5" bar="h-3 w-44" />
            </div>
            {!isEmpty && <Skeleton className="h-12.5 w-full rounded-switch md:h-9.5 md:w-75" />}
          </div>
          {!isEmpty && (
            <>
              <CurveSkeleton tall />
              <FiguresSkeleton />
              <Notes className="h-20 md:h-8" />
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
        <Line height="h-7" bar="h-4 w-40" />
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
  )
}

export function PublicPerformanceSkeleton({ hasNote = false }: { hasNote?: boolean }) {
  return (
    <Loading label="Loading performance">
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <Line height="h-7" bar="h-4 w-32" />
          {hasNote && <Line height="h-10 xs:h-5" bar="h-3 w-3/5" />}
          <Line height="h-12" bar="h-8 w-40" />
          <Line height="h-5" bar="h-3 w-44" />
        </div>
        <Line height="h-5" bar="h-3 w-40" />
        <CurveSkeleton />
        <div className="border-t border-line pt-2">
          <LedgerSkeleton />
          <Line height="h-target" bar="w-28" />
        </div>
        <Notes className="h-16 xs:h-8" />
      </Card>
    </Loading>
  )
}
