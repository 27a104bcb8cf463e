// Marks of a line chart: signals as small semaphore posts below the line, each at the first close on its day
// or after.
import { classes } from './classes.ts'
import type { ChartPoint, LineChartGeometry } from './line-chart-geometry.ts'
import { SEMAPHORE_ARM } from './signal-frame.tsx'

export type ChartMark = {
  /** `YYYY-MM-DD`. A day before the chart is drawn at its first point, a day after it at its last. */
  day: string
  /** Raises, lowers or levels the arm. Exits have no arm, and neither have targets and stops that were reached. */
  kind: 'buy' | 'sell' | 'comment' | 'exit' | 'reached'
  /** What happened, such as "Buy by marta_lind". */
  label: string
}

const ARM = {
  buy: { tone: 'fill-gain', tilt: -38 },
  sell: { tone: 'fill-loss', tilt: 38 },
  comment: { tone: 'fill-info', tilt: 0 },
  exit: null,
  reached: null,
}
/** Where the posts stand, in percent of the height. */
const FOOT = 97
/** The distance between the arms of one post, in pixels. */
const ARM_PX = 16

/** The marks by the index of the point at which they are drawn. `points` ascend by day. */
export function marksByPoint(
  points: readonly ChartPoint[],
  marks: readonly ChartMark[],
): ReadonlyMap<number, ChartMark[]> {
  return Map.groupBy(marks, (mark) => {
    const place = points.findIndex(({ day }) => day >= mark.day)
    return place < 0 ? points.length - 1 : place
  })
}

type ChartMarksProps = {
  geometry: LineChartGeometry
  points: readonly ChartPoint[]
  marked: ReadonlyMap<number, ChartMark[]>
}

/** Inside the chart's `svg`. A post has one arm for each kind of signal at its point. */
export function ChartMarks({ geometry: { x, y }, points, marked }: ChartMarksProps) {
  return [...marked].map(([place, marks]) => {
    const point = points[place]
    if (!point) return null
    const left = `${x(point.day)}%`
    return (
      <g key={place} className="stroke-ink-2 forced-colors:stroke-[CanvasText]">
        <line x1={left} x2={left} y1={`${y(point.own)}%`} y2={`${FOOT}%`} />
        <circle cx={left} cy={`${y(point.own)}%`} r="4" className="fill-surface stroke-2" />
        <svg x={left} y={`${FOOT}%`} className="overflow-visible">
          <path d="M-5 0h10" className="stroke-2" />
          {[...new Set(marks.map(({ kind }) => ARM[kind]))].map(
            (arm, level) =>
              arm && (
                <path
                  key={arm.tone}
                  d={SEMAPHORE_ARM}
                  transform={`translate(0 ${-ARM_PX * (level + 1)}) rotate(${arm.tilt}) scale(.65) translate(-5 -5)`}
                  className={classes('stroke-none forced-colors:fill-[CanvasText]', arm.tone)}
                />
              ),
          )}
        </svg>
      </g>
    )
  })
}
