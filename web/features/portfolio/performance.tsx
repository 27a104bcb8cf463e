// Account Performance: the return since the start or over a chosen stretch, its curve, and the figures behind it.
import { useState } from 'react'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { NO_PERFORMANCE, signedPercent } from '#shared/rules/percent.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Figures } from './figures.tsx'
import { Headline, PerformanceCard } from './performance-card.tsx'
import { sourceText } from './portfolio-words.ts'
import type { Overview } from './queries.ts'
import { pointsOf, RANGES, type Range } from './ranges.ts'
import { RecordNotes } from './record-notes.tsx'
import { ReturnsCurve } from './returns-curve.tsx'

const SPOKEN: Record<Range, string> = {
  '1M': '1 month',
  '3M': '3 months',
  YTD: 'Year to date',
  '1Y': '1 year',
  All: 'Since the start',
}

export type PerformanceProps = { picture: PerformanceSummary } & Pick<Overview, 'events' | 'differences'>

export function Performance({ picture, events, differences }: PerformanceProps) {
  const [chosen, setChosen] = useState<Range>('All')
  // The record may have become shorter since, as after an account was deleted.
  const points = pointsOf(picture.curve, chosen) ?? picture.curve
  const range = pointsOf(picture.curve, chosen) ? chosen : 'All'
  const end = points.at(-1)
  const value = range === 'All' || !end ? picture.performance || NO_PERFORMANCE : signedPercent(end.own)
  const since = dayText(range === 'All' ? picture.since : (points[0]?.day ?? picture.since))
  return (
    <PerformanceCard>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Headline
          value={value}
          picture={picture}
          note={`${range === 'All' ? 'Overall return' : 'Return'} since ${since}${picture.areFlowsAssumed ? ', deposits assumed' : ''}`}
        />
        <Segmented
          size="sm"
          label="Range"
          className="w-full md:w-auto"
          value={range}
          onValueChange={setChosen}
          options={RANGES.map((one) => ({
            value: one,
            label: one,
            spoken: SPOKEN[one],
            disabled: pointsOf(picture.curve, one) === undefined,
          }))}
        />
      </div>
      <RecordNotes picture={picture} events={events} differences={differences} isOwn />
      <ReturnsCurve points={points} name="You" symbol={picture.benchmark.symbol} tall />
      {range !== 'All' && (
        <h3 className="-mb-3 text-label font-medium text-ink-2">Since the start, {dayText(picture.since)}</h3>
      )}
      <Figures picture={picture} />
      <p className="text-caption text-pretty text-ink-3">
        Time-weighted, {sourceText(picture.trust)}: deposits and withdrawals don’t count. Figures are since{' '}
        {dayText(picture.since)}. Past performance doesn’t predict future results.
      </p>
    </PerformanceCard>
  )
}
