// The chart of a ticker's return against SPY with signals as marks, and the same as a table.
import { useMemo } from 'react'
import type { TickerPrices } from '#shared/contracts/tickers.ts'
import { dayText } from '#shared/rules/dates.ts'
import { percent, returnsText } from '#web/features/portfolio/performance/returns-text.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { ChartMark } from '#web/ui/line-chart-marks.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { Table } from '#web/ui/table.tsx'
import { BENCHMARK, dollars } from './format.ts'

type PriceChartProps = {
  prices: TickerPrices
  /** Signals, each at its day. Those after the last close have no place yet. */
  marks: readonly ChartMark[]
  /** In US dollars of today's shares. */
  levels?: readonly PriceLevel[]
}
export type PriceLevel = { price: number; label: string }
const NO_LEVELS: readonly PriceLevel[] = []

/** Needs at least two points. */
export function PriceChart({
  prices: { ticker, points },
  marks: all,
  levels: stated = NO_LEVELS,
}: PriceChartProps) {
  const lastDay = points.at(-1)?.day ?? ''
  const marks = useMemo(() => all.filter(({ day }) => day <= lastDay), [all, lastDay])
  const start = points[0]?.close
  const levels = useMemo(
    () => stated.flatMap(({ price, label }) => (start ? [{ ratio: price / start - 1, label }] : [])),
    [stated, start],
  )
  const hasBenchmark = points.some(({ benchmark }) => benchmark !== null)
  const against = hasBenchmark ? ` against ${BENCHMARK}` : ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <LineChart
        points={points}
        names={{ own: ticker, benchmark: BENCHMARK }}
        marks={marks}
        levels={levels}
        title={`${ticker}${against} since ${dayText(points[0]?.day ?? '')}`}
        description={[
          returnsText(points, hasBenchmark ? BENCHMARK : null),
          ...marks.map(markText),
          ...levels.map(levelText),
        ].join(' ')}
        tall
      />
      {marks.length > 0 && (
        <p className="text-caption text-ink-3">
          Flag up: buy. Flag down: sell. Flag level: comment. {noArmText(marks)}
        </p>
      )}
      <div>
        <Disclosure label="Show as table">
          <Table
            caption={`${ticker}${against} by day, newest first, with dividends`}
            heads={['Day', 'Close', ticker, ...(hasBenchmark ? [BENCHMARK] : [])]}
            rows={points.toReversed().map(({ day, close, own, benchmark }) => ({
              key: day,
              cells: [
                dayText(day),
                dollars(close),
                percent(own),
                ...(hasBenchmark ? [percent(benchmark)] : []),
              ],
            }))}
            className="max-h-80 rounded-badge bg-surface"
          />
        </Disclosure>
      </div>
    </div>
  )
}

/** " No flag: exit, target or stop reached." */
function noArmText(marks: readonly ChartMark[]): string {
  const has = (kind: ChartMark['kind']) => marks.some((mark) => mark.kind === kind)
  const what = [has('exit') && 'exit', has('reached') && 'target or stop reached'].filter(Boolean)
  return what.length > 0 ? ` No flag: ${what.join(', ')}.` : ''
}

const levelText = ({ ratio, label }: { ratio: number; label: string }) => `${label} at ${percent(ratio)}.`

const markText = ({ day, label }: ChartMark) => `${label} on ${dayText(day)}.`
