// The curve of a portfolio against its benchmark, in words for those who do not see it, and as a table.
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { dayText } from '#shared/rules/dates.ts'
import { Curve } from '#web/ui/curve.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Table } from '#web/ui/table.tsx'
import { drawn, NOT_AVAILABLE } from './portfolio-words.ts'

type Points = PerformanceSummary['curve']

export type ReturnsCurveProps = {
  points: Points
  /** "You", or a username. */
  name: string
  /** The benchmark's symbol. */
  symbol: string
  tall?: boolean
}

const percent = (ratio: number | null) => (ratio === null ? NOT_AVAILABLE : drawn(signedPercent(ratio)))

export function ReturnsCurve({ points, name, symbol, tall }: ReturnsCurveProps) {
  const since = points[0]?.day ?? ''
  const whose = name === 'You' ? 'Your account' : name
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {points.length < 2 ? (
        <p className="py-5 text-center text-ink-2">The chart starts on the second day on record.</p>
      ) : (
        <>
          <Curve
            points={points}
            names={{ own: name, benchmark: symbol }}
            title={`${whose} against ${symbol} since ${dayText(since)}`}
            description={summary(points, symbol)}
            tall={tall}
          />
          <div>
            <Disclosure label="Show as table">
              <Table
                caption={`${whose} and ${symbol} by day, newest first`}
                heads={['Day', name, symbol]}
                rows={points.toReversed().map(({ day, own, benchmark }) => ({
                  key: day,
                  cells: [dayText(day), percent(own), percent(benchmark)],
                }))}
                className="max-h-80 rounded-badge bg-surface"
              />
            </Disclosure>
          </div>
        </>
      )}
    </div>
  )
}

/** "Up 9.6% since Jan 12, 2026. SPY is up 7.1% over the same days. Highest: …" */
function summary(points: Points, symbol: string): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const highest = points.reduce((best, point) => (point.own > best.own ? point : best), first)
  const lowest = points.reduce((worst, point) => (point.own < worst.own ? point : worst), first)
  return [
    `${upOrDown(last.own)} since ${dayText(first.day)}.`,
    ...(last.benchmark === null
      ? [`${symbol} isn’t available.`]
      : [`${symbol} is ${upOrDown(last.benchmark).toLowerCase()} over the same days.`]),
    `Highest: ${percent(highest.own)} on ${dayText(highest.day)}.`,
    `Lowest: ${percent(lowest.own)} on ${dayText(lowest.day)}.`,
  ].join(' ')
}

function upOrDown(ratio: number): string {
  const text = signedPercent(ratio)
  return text === signedPercent(0) ? 'Unchanged' : `${text.startsWith('-') ? 'Down' : 'Up'} ${text.slice(1)}`
}
