// Placeholders of the same size as the content that is loading.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { SemaphorePost } from './signal-frame.tsx'

/** One bar, 14 px high. Pass a width, or a size and `rounded-full`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'block max-w-full animate-breathe bg-sunken max-tight:max-w-16 forced-colors:bg-[GrayText]',
        !/\b(h|size)-/.test(className ?? '') && 'h-3.5',
        !className?.includes('rounded') && 'rounded-badge',
        className,
      )}
    />
  )
}

/** A signal card of average length, with the same grid and line heights. */
export function SignalSkeleton({ flat }: { flat?: boolean | undefined }) {
  return (
    <div className="signal" data-flat={flat ? '' : undefined} aria-hidden="true">
      <Skeleton className="size-10 rounded-full" />
      <div className="flex min-h-10 items-center">
        <Skeleton className="w-2/5" />
      </div>
      <SemaphorePost />
      <div className="signal-body min-w-0">
        <div className="flex min-h-9 items-center gap-2 pt-3">
          <Skeleton className="h-6 w-11" />
          <Skeleton className="h-6 w-15" />
          <Skeleton className="h-6 w-24" />
        </div>
        <div className="grid pt-2">
          <Line className="w-full" />
          <Line className="w-[94%]" />
          <Line className="w-full xs:hidden" />
          <Line className="w-[88%] xs:hidden" />
          <Line className="w-3/5" />
        </div>
        <div className="flex h-7 items-end pb-1 pt-2">
          <Skeleton className="h-3 w-32" />
        </div>
        <div className="grid gap-2 pt-4 pb-1">
          <Skeleton className="h-3 w-full xs:w-4/5" />
          <Skeleton className="h-3 w-3/5 xs:hidden" />
        </div>
      </div>
    </div>
  )
}

const ROWS = [1, 2, 3]

/** The same as a row of a CardList. */
export function SignalRowSkeleton() {
  return (
    <div className="signal" data-flat="" data-row="" aria-hidden="true">
      <SemaphorePost />
      <div className="signal-body min-w-0">
        <div className="flex min-h-6 items-center gap-2">
          <Skeleton className="h-6 w-11" />
          <Skeleton className="h-6 w-15" />
          <Skeleton className="h-6 w-24" />
        </div>
        <div className="grid pt-2">
          <Line className="w-full" />
          <Line className="w-[94%]" />
          <Line className="w-3/5" />
        </div>
      </div>
    </div>
  )
}

/** Three rows of a CardList, each as high as one with a line below the name. */
export function RowSkeletons() {
  return (
    <div>
      {ROWS.map((row) => (
        <div key={row} className="flex min-h-17 items-center gap-3 px-4 py-3 md:px-6">
          <Skeleton className="size-10 rounded-full" />
          <span className="grid flex-1 gap-2.5">
            <Skeleton className="w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </span>
          <Skeleton className="w-20" />
        </div>
      ))}
    </div>
  )
}

/** A line of text: a bar, centered vertically in the given height. */
export function TextLine({ height, bar }: { height: string; bar: string }) {
  return (
    <span className={`flex items-center ${height}`}>
      <Skeleton className={bar} />
    </span>
  )
}

/** The legend, the curve, its dates and "Show as table", with the heights of the real ones. */
export function CurveSkeleton({ tall = false }: { tall?: boolean }) {
  return (
    <div className="grid gap-2">
      <div className="grid gap-5">
        <TextLine height="h-5" bar="h-3 w-44" />
        <div className="pb-7">
          <Skeleton className={tall ? 'h-52 rounded-control md:h-72' : 'h-52 rounded-control'} />
        </div>
      </div>
      <TextLine height="h-target" bar="w-28" />
    </div>
  )
}

/** Announces "Loading …" once to screen readers while its skeletons are shown. */
export function Loading({ label, children, className }: LoadingProps) {
  return (
    <div role="status" aria-label={label} className={classes('grid gap-4', className)}>
      {children}
    </div>
  )
}
type LoadingProps = { label: string; children: ReactNode; className?: string | undefined }

function Line({ className }: { className: string }) {
  return (
    <span className={classes('flex h-6 items-center', className)}>
      <Skeleton className="w-full" />
    </span>
  )
}
