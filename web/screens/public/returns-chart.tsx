// A chart of returns against SPY on a page without script: the lines of `web/ui/line-chart.tsx`, with both last values.
import { thinCloses } from '#shared/rules/closes.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { type ChartPoint, lineChartGeometry } from '#web/ui/line-chart-geometry.ts'
import { type ChartMark, marksByPoint } from '#web/ui/line-chart-marks.tsx'
import { ChartPlot } from '#web/ui/line-chart-plot.tsx'

/** The most points that a phone can show. */
const POINTS_MAX = 130

type ReturnsChartProps = {
  /** Sorted by day; at least two. */
  points: readonly ChartPoint[]
  names: { own: string; benchmark: string }
  marks?: readonly ChartMark[]
  title: string
  description: string
  note?: string
}

export function ReturnsChart({
  points: all,
  names,
  marks = [],
  title,
  description,
  note,
}: ReturnsChartProps) {
  const points = thinCloses(all, POINTS_MAX)
  const last = points.at(-1)
  if (!last || points.length < 2) return null
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <figcaption className="flex flex-wrap items-center gap-x-5 gap-y-1 text-small wrap-anywhere text-ink-2 tabular-nums">
        <span className="inline-flex items-center gap-2">
          <span className="w-4.5 flex-none border-t-2 border-brand forced-colors:border-[CanvasText]" />
          {names.own} {percentOf(last.own)}
        </span>
        {last.benchmark !== null && (
          <span className="inline-flex items-center gap-2">
            <span className="w-4.5 flex-none border-t-2 border-dashed border-ink-3" />
            {names.benchmark} {percentOf(last.benchmark)}
          </span>
        )}
        {note}
      </figcaption>
      {/* The padding is for the labels on the right and below the chart. */}
      <div className="pr-13 pb-7">
        <div className="@container relative h-52 md:h-60">
          <ChartPlot
            geometry={lineChartGeometry(points, { hasMarks: marks.length > 0, isPhone: true })}
            points={points}
            marked={marksByPoint(points, marks)}
            title={title}
            description={description}
          />
        </div>
      </div>
    </figure>
  )
}
