// Skeletons of the portfolio tab and of the performance on a profile.
import { directionOf } from '#shared/rules/percent.ts'
import { useViewer } from '#web/lib/session.tsx'
import { SampleBadge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { KEY_FIGURE_CELL, KEY_FIGURES_GRID } from '#web/ui/key-figures.tsx'
import { useHasAside } from '#web/ui/page.tsx'
import { CurveSkeleton, Loading, Skeleton, TextLine } from '#web/ui/skeleton.tsx'

const HOLDINGS = [1, 2, 3, 4]
const METRICS = [1, 2, 3, 4, 5, 6]

/** The sentences below the figures; `className` sets the height for each screen size. */
const NotesSkeleton = ({ className }: { className: string }) => (
  <Skeleton className={classes('rounded-control', className)} />
)

/** The key figures and "More figures". */
export const MetricsSkeleton = () => (
  <div className="@container">
    <div className={KEY_FIGURES_GRID}>
      {METRICS.map((metric) => (
        <div key={metric} className={KEY_FIGURE_CELL}>
          <TextLine height="h-6" bar="h-3 w-24" />
          <TextLine height="h-6" bar="w-16" />
        </div>
      ))}
    </div>
    <div className="border-t border-line pt-1">
      <TextLine height="h-target" bar="w-28" />
    </div>
  </div>
)

/** A viewer without a return most likely has an empty portfolio, which is much shorter. */
export function PortfolioSkeleton() {
  const { performance, performanceSource } = useViewer()
  const isEmpty = directionOf(performance) === 'flat'
  return (
    <>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-heading font-strong">My Portfolio</h1>
        <div className="w-full empty:hidden md:w-auto">
          {performanceSource === 'sample' && <SampleBadge />}
        </div>
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
            <div className="max-md:hidden">
              <HoldingsSkeleton />
            </div>
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
  const hasAside = useHasAside()
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
        {!hasAside && <MetricsSkeleton />}
        <NotesSkeleton className="h-16 xs:h-8" />
      </Card>
    </Loading>
  )
}
