// The card of Account Performance with its headline, and what it says while there is no picture to show.
import type { ReactNode } from 'react'
import { directionOf, NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { drawn, NOT_AVAILABLE } from './portfolio-words.ts'
import { CurveSkeleton, FiguresSkeleton } from './portfolio-skeleton.tsx'

export function PerformanceCard({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="account-performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </Card>
  )
}

const FIGURE = { gain: 'text-gain', loss: 'text-loss', flat: 'text-ink' }

/** `value`: a signed percent string. */
export function Headline({ value, note }: { value: string; note: string }) {
  return (
    <Lines
      figure={
        <p className={classes('text-display font-strong tabular-nums', FIGURE[directionOf(value)])}>
          {drawn(value)}
        </p>
      }
      note={note}
    />
  )
}

function Lines({ figure, note }: { figure: ReactNode; note: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h2 id="account-performance" className="text-label font-medium text-ink-2">
        Account Performance
      </h2>
      {figure}
      <p className="text-small text-ink-2">{note}</p>
    </div>
  )
}

/** `fault`: why there is no picture although there are accounts. */
export function NoPerformance({ fault }: { fault: string | null }) {
  if (fault === null)
    return (
      <PerformanceCard>
        <Headline value={NO_PERFORMANCE} note="Overall return since start" />
      </PerformanceCard>
    )
  return (
    <PerformanceCard>
      <Lines
        figure={<p className="text-heading font-strong text-ink-2">{NOT_AVAILABLE}</p>}
        note="Overall return since start"
      />
      <Banner tone="caution" title="Your returns can't be calculated">
        {fault}
      </Banner>
    </PerformanceCard>
  )
}

/** Before the first picture; it is replaced as soon as the server tells that it is done. `note`: what is being done. */
export function WorkingPerformance({ note }: { note: string }) {
  return (
    <PerformanceCard>
      <Lines
        figure={
          <span className="flex h-10 items-center">
            <Skeleton className="h-8 w-28" />
          </span>
        }
        note={<span role="status">{note}</span>}
      />
      <CurveSkeleton tall />
      <FiguresSkeleton />
    </PerformanceCard>
  )
}
