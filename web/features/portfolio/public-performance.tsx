// A portfolio as others see it: curve, figures and where they come from, in percent; holdings where the answer has them.
import type { HoldingSummary, PerformanceSummary } from '#shared/contracts/portfolio.ts'
import type { RecordEvent } from '#shared/contracts/trust.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Card } from '#web/ui/card.tsx'
import { HeadlineFigures } from './figures.tsx'
import { Holdings } from './holdings.tsx'
import { NOT_AVAILABLE, sourceText } from './portfolio-words.ts'
import { RecordNotes } from './record-notes.tsx'
import { ReturnHead } from './return-head.tsx'
import { ReturnsCurve } from './returns-curve.tsx'
import { SAMPLE_PRICES } from './trust-badge.tsx'

export type PublicPerformanceProps = {
  username: string
  /** Null for a record that was deleted, or has no return. */
  picture: PerformanceSummary | null
  /** Why there is no return. */
  noReturn: string | null
  events: readonly RecordEvent[]
  holdings: readonly HoldingSummary[] | null
  cashWeight: string | null
  /** Said below the heading, such as who sees this. */
  note?: string | undefined
}

export default function PublicPerformance({
  username,
  picture,
  noReturn,
  events,
  holdings,
  cashWeight,
  note,
}: PublicPerformanceProps) {
  return (
    <>
      <Card as="section" aria-labelledby="performance" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1">
          <h2 id="performance" className="text-title font-strong">
            Performance
          </h2>
          {note !== undefined && <p className="text-small text-pretty text-ink-2">{note}</p>}
          {picture && (
            <ReturnHead
              value={picture.performance}
              picture={picture}
              note={`Overall return since ${dayText(picture.since)}`}
            />
          )}
          {noReturn !== null && (
            <>
              <p className="font-strong text-ink-2">{NOT_AVAILABLE}</p>
              <p className="text-small text-pretty text-ink-2">{noReturn}</p>
            </>
          )}
        </div>
        <RecordNotes picture={picture} events={events} />
        {picture && <Returns username={username} picture={picture} />}
      </Card>
      {holdings !== null && holdings.length > 0 && <Holdings holdings={holdings} cashWeight={cashWeight} />}
    </>
  )
}

function Returns({ username, picture }: { username: string; picture: PerformanceSummary }) {
  return (
    <>
      <ReturnsCurve points={picture.curve} name={username} symbol={picture.benchmark.symbol} />
      <HeadlineFigures picture={picture} />
      <p className="text-caption text-pretty text-ink-3">
        Time-weighted since {dayText(picture.since)}, {sourceText(picture.trust)}. Percentages only.
        {picture.hasSamplePrices && ` ${SAMPLE_PRICES}`} Past performance doesn’t predict future results.
      </p>
    </>
  )
}
