// The Account Performance card: return, curve and metrics; or why there is no return, or that it is being
// calculated.
import { type ReactNode, useState } from 'react'
import type { RecordEvent } from '#shared/contracts/track-record.ts'
import { NO_PERFORMANCE, signedPercent } from '#shared/rules/percent.ts'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { CurveSkeleton, Skeleton } from '#web/ui/skeleton.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { NOT_AVAILABLE } from '../format.ts'
import { MetricsSkeleton } from '../portfolio-skeleton.tsx'
import type { Overview } from '../queries.ts'
import { sourceText } from './record-descriptions.ts'
import { RecordNotes } from './record-notes.tsx'
import { ReturnHeadline, type ReturnHeadlineProps } from './return-headline.tsx'
import { PerformanceMetrics } from './performance-metrics.tsx'
import { pointsInRange, type Range, RANGES, ReturnsChart } from './returns-chart.tsx'

function CardFrame({ children }: { children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="account-performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {children}
    </Card>
  )
}

const Headline = (props: ReturnHeadlineProps) => (
  <WithTitle>
    <ReturnHeadline {...props} />
  </WithTitle>
)

const WithTitle = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-1">
    <h2 id="account-performance" className="text-label font-medium text-ink-2">
      Account Performance
    </h2>
    {children}
  </div>
)

/**
 * `reason`: why the returns can't be calculated; null if there are no accounts. `retry`: a button, if a retry may
 * help. `events`: of a deleted record.
 */
export function NoPerformanceCard({
  reason,
  retry,
  events,
}: {
  reason: string | null
  retry?: ReactNode
  events: readonly RecordEvent[]
}) {
  const since = 'Overall return since start'
  return (
    <CardFrame>
      {reason === null ? (
        <Headline value={NO_PERFORMANCE} summary={null} note={since} />
      ) : (
        <>
          <WithTitle>
            <p className="text-heading font-strong text-ink-2">{NOT_AVAILABLE}</p>
            <p className="text-small text-ink-2">{since}</p>
          </WithTitle>
          <Banner tone="caution" title="Your returns can't be calculated" action={retry}>
            {reason}
          </Banner>
        </>
      )}
      <RecordNotes summary={null} events={events} />
    </CardFrame>
  )
}

/** Shown until the server notifies the page that the first summary is ready. `note`: the current step. */
export function PendingPerformanceCard({ note }: { note: string }) {
  return (
    <CardFrame>
      <WithTitle>
        <span className="flex h-10 items-center">
          <Skeleton className="h-8 w-28" />
        </span>
        <p role="status" className="text-small text-ink-2">
          {note}
        </p>
      </WithTitle>
      <CurveSkeleton tall />
      <MetricsSkeleton />
    </CardFrame>
  )
}

const RANGE_NAMES: Record<Range, string> = {
  '1M': '1 month',
  '3M': '3 months',
  YTD: 'Year to date',
  '1Y': '1 year',
  All: 'Since the start',
}

type PerformanceCardProps = { summary: PerformanceSummary } & Pick<Overview, 'events' | 'differences'>

export function PerformanceCard({ summary, events, differences }: PerformanceCardProps) {
  const [chosenRange, setChosenRange] = useState<Range>('All')
  // The record may have become too short for the range, for example because an account was deleted.
  const points = pointsInRange(summary.curve, chosenRange) ?? summary.curve
  const range = pointsInRange(summary.curve, chosenRange) ? chosenRange : 'All'
  const end = points.at(-1)
  const value = range === 'All' || !end ? summary.performance || NO_PERFORMANCE : signedPercent(end.own)
  const since = dayText(range === 'All' ? summary.since : (points[0]?.day ?? summary.since))
  return (
    <CardFrame>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Headline
          value={value}
          summary={summary}
          note={`${range === 'All' ? 'Overall return' : 'Return'} since ${since}${summary.areFlowsAssumed ? ', deposits assumed' : ''}`}
        />
        <SegmentedControl
          size="sm"
          label="Range"
          className="w-full md:w-auto"
          value={range}
          onValueChange={setChosenRange}
          options={RANGES.map((option) => ({
            value: option,
            label: option,
            spoken: RANGE_NAMES[option],
            disabled: pointsInRange(summary.curve, option) === undefined,
          }))}
        />
      </div>
      <RecordNotes summary={summary} events={events} differences={differences} isOwn />
      <ReturnsChart points={points} name="You" symbol={summary.benchmark.symbol} tall />
      {range !== 'All' && (
        <h3 className="-mb-3 text-label font-medium text-ink-2">Since the start, {dayText(summary.since)}</h3>
      )}
      <PerformanceMetrics summary={summary} />
      <p className="text-caption text-pretty text-ink-3">
        Time-weighted, {sourceText(summary.trust)}: deposits and withdrawals don’t count. Figures are since{' '}
        {dayText(summary.since)}. Past performance doesn’t predict future results.
      </p>
    </CardFrame>
  )
}
