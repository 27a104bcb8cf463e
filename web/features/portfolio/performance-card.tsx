// The card of Account Performance with its headline, and what it says while there is no picture to show.
import type { ReactNode } from 'react'
import type { RecordEvent } from '#shared/contracts/trust.ts'
import { NO_PERFORMANCE } from '#shared/rules/percent.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NOT_AVAILABLE } from './portfolio-words.ts'
import { CurveSkeleton, FiguresSkeleton } from './portfolio-skeleton.tsx'
import { RecordNotes } from './record-notes.tsx'
import { ReturnHead, type ReturnHeadProps } from './return-head.tsx'

export function PerformanceCard({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="account-performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </Card>
  )
}

export const Headline = (props: ReturnHeadProps) => (
  <Titled>
    <ReturnHead {...props} />
  </Titled>
)

const Titled = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-1">
    <h2 id="account-performance" className="text-label font-medium text-ink-2">
      Account Performance
    </h2>
    {children}
  </div>
)

/** `fault`: why there is no picture although there are accounts. `events`: of a record that was deleted. */
export function NoPerformance({ fault, events }: { fault: string | null; events: readonly RecordEvent[] }) {
  const since = 'Overall return since start'
  return (
    <PerformanceCard>
      {fault === null ? (
        <Headline value={NO_PERFORMANCE} picture={null} note={since} />
      ) : (
        <>
          <Titled>
            <p className="text-heading font-strong text-ink-2">{NOT_AVAILABLE}</p>
            <p className="text-small text-ink-2">{since}</p>
          </Titled>
          <Banner tone="caution" title="Your returns can't be calculated">
            {fault}
          </Banner>
        </>
      )}
      <RecordNotes picture={null} events={events} />
    </PerformanceCard>
  )
}

/** Before the first picture; it is replaced as soon as the server tells that it is done. `note`: what is being done. */
export function WorkingPerformance({ note }: { note: string }) {
  return (
    <PerformanceCard>
      <Titled>
        <span className="flex h-10 items-center">
          <Skeleton className="h-8 w-28" />
        </span>
        <p role="status" className="text-small text-ink-2">
          {note}
        </p>
      </Titled>
      <CurveSkeleton tall />
      <FiguresSkeleton />
    </PerformanceCard>
  )
}
