// A portfolio as others see it, in percentages only: curve, metrics and source; and holdings, if the server
// sends them.
import type { HoldingSummary, PerformanceSummary } from '#shared/contracts/portfolio.ts'
import type { RecordEvent } from '#shared/contracts/track-record.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { useHasAside } from '#web/ui/page.tsx'
import { Holdings } from '../holdings/holdings.tsx'
import { NOT_AVAILABLE } from '../format.ts'
import { PerformanceMetrics } from './performance-metrics.tsx'
import { sourceText } from './record-descriptions.ts'
import { RecordNotes } from './record-notes.tsx'
import { ReturnHeadline } from './return-headline.tsx'
import { ReturnsChart } from './returns-chart.tsx'

type PublicPerformanceCardProps = {
  username: string
  /** Null if the record was deleted or has no return. */
  summary: PerformanceSummary | null
  /** Why there is no return. */
  noReturn: string | null
  events: readonly RecordEvent[]
  holdings: readonly HoldingSummary[] | null
  cashWeight: string | null
  /** A sentence below the heading, such as who can see this. */
  note?: string | undefined
}

export default function PublicPerformanceCard({
  username,
  summary,
  noReturn,
  events,
  holdings,
  cashWeight,
  note,
}: PublicPerformanceCardProps) {
  return (
    <>
      <Card as="section" aria-labelledby="performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1">
          <h2 id="performance" className="text-title font-strong">
            Performance
          </h2>
          {note !== undefined && <p className="text-small text-pretty text-ink-2">{note}</p>}
          {summary && (
            <ReturnHeadline
              value={summary.performance}
              summary={summary}
              note={`Overall return since ${dayText(summary.since)}`}
            />
          )}
          {noReturn !== null && (
            <>
              <p className="font-strong text-ink-2">{NOT_AVAILABLE}</p>
              <p className="text-small text-pretty text-ink-2">{noReturn}</p>
            </>
          )}
        </div>
        <RecordNotes summary={summary} events={events} />
        {summary && <Returns username={username} summary={summary} />}
      </Card>
      {holdings !== null && holdings.length > 0 && <Holdings holdings={holdings} cashWeight={cashWeight} />}
    </>
  )
}

function Returns({ username, summary }: { username: string; summary: PerformanceSummary }) {
  const hasAside = useHasAside()
  return (
    <>
      <ReturnsChart points={summary.curve} name={username} symbol={summary.benchmark.symbol} />
      {/* Wide screens show them beside the profile. */}
      {!hasAside && <PerformanceMetrics summary={summary} />}
      <p className="text-caption text-pretty text-ink-3">
        Time-weighted since {dayText(summary.since)}, {sourceText(summary.trust)}. Percentages only. Past
        performance doesn’t predict future results.
      </p>
    </>
  )
}
