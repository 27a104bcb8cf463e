// The chart of a portfolio against its benchmark over a range of time, with a text alternative and a table.
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import { dayText, monthsBefore } from '#shared/rules/dates.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Table } from '#web/ui/table.tsx'
import { percent, returnsText } from './returns-text.ts'

type Points = PerformanceSummary['curve']

type ReturnsChartProps = {
  points: Points
  /** "You", or a username. */
  name: string
  /** The benchmark's symbol. */
  symbol: string
  tall?: boolean
}

export function ReturnsChart({ points, name, symbol, tall }: ReturnsChartProps) {
  const since = points[0]?.day ?? ''
  const owner = name === 'You' ? 'Your account' : name
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {points.length < 2 ? (
        <p className="py-5 text-center text-ink-2">The chart starts on the second day on record.</p>
      ) : (
        <>
          <LineChart
            points={points}
            names={{ own: name, benchmark: symbol }}
            title={`${owner} against ${symbol} since ${dayText(since)}`}
            description={returnsText(points, symbol)}
            tall={tall}
          />
          <div>
            <Disclosure label="Show as table">
              <Table
                caption={`${owner} and ${symbol} by day, newest first`}
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

export const RANGES = ['1M', '3M', 'YTD', '1Y', 'All'] as const
export type Range = (typeof RANGES)[number]

/** The point that the range is measured from: the last close on or before the start of the range. */
function basePointOf(points: Points, range: Range): Points[number] | undefined {
  const last = points.at(-1)
  if (!last || range === 'All') return points[0]
  const start = startOfRange(last.day, range)
  return points.findLast(({ day }) => day <= start)
}

/**
 * The first day of a range that ends on `last`, both `YYYY-MM-DD`; the year to date starts on Dec 31 of the
 * year before.
 */
function startOfRange(last: string, range: Exclude<Range, 'All'>): string {
  if (range === 'YTD') return `${Number(last.slice(0, 4)) - 1}-12-31`
  return monthsBefore(last, { '1M': 1, '3M': 3, '1Y': 12 }[range])
}

/**
 * The points in a range, with returns relative to its first point: (1 + end) / (1 + start) − 1. Undefined if
 * the record is shorter than the range, or if everything was lost before it. The year to date of an account
 * that began this year is its whole record.
 */
export function pointsInRange(points: Points, range: Range): Points | undefined {
  if (range === 'All') return points
  const last = points.at(-1)
  const base = basePointOf(points, range)
  if (!base)
    return range === 'YTD' && last && points[0]?.day.slice(0, 4) === last.day.slice(0, 4) ? points : undefined
  if (base.own <= -1) return undefined
  return points.slice(points.indexOf(base)).map(({ day, own, benchmark }) => ({
    day,
    own: (1 + own) / (1 + base.own) - 1,
    benchmark:
      benchmark === null || base.benchmark === null || base.benchmark <= -1
        ? null
        : (1 + benchmark) / (1 + base.benchmark) - 1,
  }))
}
