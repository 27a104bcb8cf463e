// The chart of a paper portfolio's result beyond its mix, day by day, over the band that luck explains.
import type { PersonRecord, RecordDays } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { pointsOf } from '#shared/rules/percent.ts'
import { counted } from './format.ts'

/** With luck alone, the line stays inside the band in nine cases of ten. */
const BAND = 1.645
const YEAR = 252
/** The smallest height of the axis, as a ratio. */
const LEAST = 0.01
/** The number of points that a phone can show. */
const POINTS = 240

type Paper = NonNullable<PersonRecord['paper']>
type Point = { at: number; day: string; total: number; band: number }

/** The sums of the days' results, and how far luck alone could have taken them by then. */
function pointsOfDays(
  days: RecordDays['days'],
  { error, days: count }: Pick<Paper, 'error' | 'days'>,
): Point[] {
  // The error of the yearly mean, back to the spread of one day.
  const daily = (Number(error) / YEAR) * Math.sqrt(count)
  let total = 0
  return days.map(({ day, excess }, place) => {
    total += Number(excess)
    return { at: place, day, total, band: BAND * daily * Math.sqrt(place) }
  })
}

export function RecordChart({ days, paper }: { days: RecordDays['days']; paper: Paper }) {
  const all = pointsOfDays(days, paper)
  const step = Math.max(1, Math.ceil(all.length / POINTS))
  const points = all.filter(({ at }) => at % step === 0 || at === all.length - 1)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  // The band is as far above as below, and the line may leave it to one side.
  const top = Math.max(LEAST, ...points.map(({ total, band }) => Math.max(total, band)))
  const bottom = Math.max(LEAST, ...points.map(({ total, band }) => Math.max(-total, band)))
  const x = ({ at }: Point) => (100 * at) / last.at
  const y = (ratio: number) => 4 + (92 * (top - ratio)) / (top + bottom)
  const line = (of: (point: Point) => number) =>
    points.map((point) => `${x(point).toFixed(2)},${y(of(point)).toFixed(2)}`)
  const band = [...line((point) => point.band), ...line((point) => -point.band).toReversed()].join(' ')
  const middle = points[Math.floor(points.length / 2)] ?? last
  const text = `${pointsOf(last.total)} in ${counted(all.length, 'trading day')}. By now luck alone explains up to ${pointsOf(last.band).slice(1)} either way.`
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="relative h-52 pr-18 md:h-64">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`Ahead of its SPY–QQQ mix since ${dayText(first.day)}. ${text}`}
          className="block size-full overflow-visible"
        >
          <polygon points={band} className="fill-ink-3/15" />
          <line
            x1="0"
            x2="100"
            y1={y(0)}
            y2={y(0)}
            className="stroke-line-strong"
            vectorEffect="non-scaling-stroke"
          />
          <polyline
            points={line(({ total }) => total).join(' ')}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-brand"
          />
        </svg>
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 w-17 text-caption whitespace-nowrap text-ink-3 tabular-nums"
        >
          {[[top, pointsOf(top)] as const, [0, 'Mix'] as const, [-bottom, pointsOf(-bottom)] as const].map(
            ([ratio, label]) => (
              <span key={label} className="absolute -translate-y-1/2" style={{ top: `${y(ratio)}%` }}>
                {label}
              </span>
            ),
          )}
        </div>
      </div>
      <div
        aria-hidden="true"
        className="flex justify-between gap-3 pr-18 text-caption text-ink-3 tabular-nums"
      >
        <span>{dayText(first.day)}</span>
        {points.length > 60 && <span className="max-xs:hidden">{dayText(middle.day)}</span>}
        <span>{dayText(last.day)}</span>
      </div>
      <figcaption className="text-small text-pretty text-ink-2 tabular-nums">{text}</figcaption>
    </figure>
  )
}
