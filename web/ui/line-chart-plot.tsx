// The drawing of a line chart: grid, lines, the area between them, marks and axis labels.
import { memo, useId } from 'react'
import { classes } from './classes.ts'
import type { ChartPoint, LineChartGeometry } from './line-chart-geometry.ts'
import { ChartMarks, type marksByPoint } from './line-chart-marks.tsx'

type ChartPlotProps = {
  geometry: LineChartGeometry
  points: readonly ChartPoint[]
  title: string
  description: string
  marked: ReturnType<typeof marksByPoint>
}

/**
 * Uses percentages, so that it fits any width without a resize observer. Memoized, since the cursor moves
 * often.
 */
export const ChartPlot = memo(function ChartPlot({
  geometry,
  points,
  marked,
  title,
  description,
}: ChartPlotProps) {
  const id = useId()
  const { paths, rows, columns, levels, x, y } = geometry
  const end = points.at(-1)
  const zero = y(0)
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      className="block size-full overflow-visible"
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-description`}>{description}</desc>
      {rows.map((row) => (
        <line
          key={row.label}
          x1="0"
          x2="100%"
          y1={`${row.y}%`}
          y2={`${row.y}%`}
          className={classes('stroke-line', row.isSpare && SPARE)}
        />
      ))}
      <line x1="0" x2="100%" y1={`${zero}%`} y2={`${zero}%`} className="stroke-line-strong" />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
        <path d={paths.ahead} className="fill-brand opacity-14" />
        <path d={paths.behind} className="fill-ink-3 opacity-16" />
        <path
          d={paths.benchmark}
          className="fill-none stroke-ink-3 stroke-[1.5] [stroke-dasharray:2_3] [vector-effect:non-scaling-stroke]"
        />
        <path
          d={paths.own}
          className={classes(
            'fill-none stroke-brand stroke-2 [stroke-linejoin:round] [vector-effect:non-scaling-stroke]',
            'forced-colors:stroke-[CanvasText]',
          )}
        />
      </svg>
      {levels.map((level) => (
        <g key={level.label}>
          <line
            x1="0"
            x2="100%"
            y1={`${level.y}%`}
            y2={`${level.y}%`}
            className="stroke-ink-2 [stroke-dasharray:6_4]"
          />
          {/* On the right, because the entry's mark is on the left. */}
          <text
            x="100%"
            y={`${level.y}%`}
            dx="-12"
            dy="-0.4em"
            textAnchor="end"
            className="fill-ink-2 stroke-surface stroke-4 text-caption tabular-nums [paint-order:stroke]"
          >
            {level.label}
          </text>
        </g>
      ))}
      {[...rows, { label: '0%', y: zero, isSpare: false }].map((row) => (
        <text
          key={row.label}
          x="100%"
          y={`${row.y}%`}
          dx="16"
          dy="0.35em"
          className={classes(LABEL, row.isSpare && SPARE)}
        >
          {row.label}
        </text>
      ))}
      {columns.map((column) => (
        <text
          key={column.x}
          x={`${column.x}%`}
          y="100%"
          dy="20"
          textAnchor={column.x < START ? 'start' : 'middle'}
          className={LABEL}
        >
          {column.label}
        </text>
      ))}
      <ChartMarks geometry={geometry} points={points} marked={marked} />
      {end && (
        <g className="stroke-brand stroke-[1.5] forced-colors:stroke-[CanvasText]">
          <circle cx={`${x(end.day)}%`} cy={`${y(end.own)}%`} r="11" className="fill-none opacity-18" />
          <circle cx={`${x(end.day)}%`} cy={`${y(end.own)}%`} r="7" className="fill-none opacity-45" />
          <circle cx={`${x(end.day)}%`} cy={`${y(end.own)}%`} r="3.5" className="fill-brand stroke-none" />
        </g>
      )}
    </svg>
  )
})

/** In percent. Labels this near to the left edge would be cut off if they were centered on their day. */
const START = 16

/** Hidden where space is tight. */
const SPARE = 'hidden @md:block'

const LABEL = 'fill-ink-3 text-caption tabular-nums'
