// A line chart of returns against a benchmark: both lines, the area between them, and a cursor that reads the
// values of a day.
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { thinCloses } from '#shared/rules/closes.ts'
import { dayText } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { classes } from './classes.ts'
import {
  type LineChartGeometry,
  type ChartLevel,
  type ChartPoint,
  lineChartGeometry,
} from './line-chart-geometry.ts'
import { type ChartMark, marksByPoint } from './line-chart-marks.tsx'
import { ChartPlot } from './line-chart-plot.tsx'
import { useMediaQuery } from './media-query.ts'

type LineChartProps = {
  /** Sorted by day. */
  points: readonly ChartPoint[]
  /** The names of the two lines, such as "You" and "SPY". */
  names: { own: string; benchmark: string }
  /** What happened on some days, such as a signal. Drawn below the line, and named where the cursor is. */
  marks?: readonly ChartMark[] | undefined
  /** Horizontal lines with their names, such as a target. The description also names them. */
  levels?: readonly ChartLevel[] | undefined
  /** Title and description of the chart, for screen readers. The description also names the marks. */
  title: string
  description: string
  /** 288 px instead of 208 px high on wide screens. */
  tall?: boolean | undefined
}

const percent = (ratio: number | null) => (ratio === null ? 'not available' : percentOf(ratio))

const NO_MARKS: readonly ChartMark[] = []
const NO_LEVELS: readonly ChartLevel[] = []
const PHONE = '(max-width: 47.99rem)'
/** One point for 5 px of a phone's chart. */
const PHONE_POINTS = 60

/**
 * The legend shows both values of the day under the cursor, or of the last day without a cursor. Phones show
 * weekly closes, and monthly ones beyond two years.
 */
export function LineChart({
  points: all,
  names,
  marks = NO_MARKS,
  levels = NO_LEVELS,
  title,
  description,
  tall,
}: LineChartProps) {
  const isPhone = useMediaQuery(PHONE)
  const points = useMemo(() => (isPhone ? thinCloses(all, PHONE_POINTS) : all), [all, isPhone])
  const hasMarks = marks.length > 0
  const geometry = useMemo(
    () => lineChartGeometry(points, { hasMarks, isPhone, levels }),
    [points, hasMarks, isPhone, levels],
  )
  const marked = useMemo(() => marksByPoint(points, marks), [points, marks])
  const [cursor, setCursor] = useState<number | null>(null)
  const last = points.length - 1
  // The points may have changed since the cursor was set.
  const place = Math.min(cursor ?? last, last)
  const point = points[place]
  if (!point) return null
  const hasBenchmark = points.some(({ benchmark }) => benchmark !== null)
  const markLabels = marked.get(place)?.map(({ label }) => label) ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p
        className={classes(
          'flex flex-wrap items-center gap-x-5 gap-y-1 text-small text-ink-2 tabular-nums',
          'wrap-anywhere',
        )}
      >
        <span className="inline-flex items-center gap-2">
          <span className="w-4.5 flex-none border-t-2 border-brand forced-colors:border-[CanvasText]" />
          {names.own} {percent(point.own)}
        </span>
        {hasBenchmark && (
          <span className="inline-flex items-center gap-2">
            <span className="w-4.5 flex-none border-t-2 border-dashed border-ink-3" />
            {names.benchmark} {percent(point.benchmark)}
          </span>
        )}
      </p>
      {/* The padding is for the labels on the right and below the chart. */}
      <div className="rounded-control pr-13 pb-7 outline-offset-4 outline-focus has-focus-visible:outline-2">
        <div className={classes('@container relative h-52', tall && 'md:h-72')}>
          <ChartPlot {...{ geometry, points, marked, title, description }} />
          <div
            role="slider"
            tabIndex={0}
            aria-label="Day"
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={place}
            aria-valuetext={[
              `${dayText(point.day)}: ${names.own} ${percent(point.own)}`,
              ...(hasBenchmark ? [`${names.benchmark} ${percent(point.benchmark)}`] : []),
              ...markLabels,
            ].join(', ')}
            className="absolute inset-0 cursor-crosshair touch-pan-y outline-none"
            onKeyDown={(event) => {
              const next = indexAfterKey(event, place, last)
              if (next === undefined) return
              event.preventDefault()
              setCursor(next)
            }}
            onPointerMove={(event) => setCursor(geometry.nearest(pointerPercent(event)))}
            onPointerDown={(event) => setCursor(geometry.nearest(pointerPercent(event)))}
            // On touch screens the pointer leaves after each touch, but the values should stay readable.
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setCursor(null)}
            onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setCursor(place)}
            onBlur={() => setCursor(null)}
          />
          {cursor !== null && <Cursor geometry={geometry} point={point} labels={markLabels} />}
        </div>
      </div>
    </div>
  )
}

/** The pointer's distance from the left edge, in percent of the width. */
function pointerPercent({ clientX, currentTarget }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return width === 0 ? 0 : ((clientX - left) / width) * 100
}

/** The point to which a key moves the cursor; undefined for other keys. */
function indexAfterKey({ key }: KeyboardEvent, place: number, last: number): number | undefined {
  const page = Math.max(2, Math.round(last / 10))
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: -last,
    End: last,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.min(last, Math.max(0, place + step))
}

type CursorProps = { geometry: LineChartGeometry; point: ChartPoint; labels: readonly string[] }

/** The day and the marks of a point, above its values. */
function Cursor({ geometry: { x, y }, point, labels }: CursorProps) {
  const left = `${x(point.day)}%`
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span className="absolute inset-y-0 w-px bg-ink-3" style={{ left }} />
      {point.benchmark !== null && (
        <span className={classes(DOT, 'bg-ink-3')} style={{ left, top: `${y(point.benchmark)}%` }} />
      )}
      <span className={classes(DOT, 'bg-brand')} style={{ left, top: `${y(point.own)}%` }} />
      <span
        className={classes(
          'absolute -top-3.5 w-max max-w-40 -translate-x-1/2 rounded-badge bg-sunken px-2',
          'text-center text-caption font-medium wrap-anywhere text-ink tabular-nums forced-colors:border',
        )}
        style={{
          left: labels.length > 0 ? `clamp(5rem, ${left}, 100% - 2.5rem)` : `clamp(2.75rem, ${left}, 100%)`,
        }}
      >
        {[dayText(point.day), ...labels].join(' · ')}
      </span>
    </div>
  )
}

const DOT = classes(
  'absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ring-surface',
  'forced-colors:bg-[CanvasText]',
)
