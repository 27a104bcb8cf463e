// The chart of a record's lead over the market, week by week, over the band that luck explains.
import type { RecordWeeks } from '#shared/contracts/rankings.ts'
import type { Rating } from '#shared/contracts/ratings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { pointsOf } from '#shared/rules/percent.ts'
import { counted } from './format.ts'

const YEAR = 252
/** The smallest height of the axis, as a ratio. */
const LEAST = 0.01
/** The number of points that a phone can show. */
const POINTS = 240

type Weeks = RecordWeeks['records'][number]['weeks']
type Figures = NonNullable<Rating['figures']>
type Point = { at: number; day: string; total: number; band: number }

/** The running sum of the weekly leads, and how far luck alone would take it by that week in 90% of cases. */
function pointsOfWeeks(weeks: Weeks, { low, high, yearly, days }: Figures): Point[] {
  const half = ((Number(high) - Number(low)) / 2) * (yearly ? days / YEAR : 1)
  let total = 0
  return weeks.map(({ day, excess }, at) => {
    total += Number(excess)
    return { at, day, total, band: half * Math.sqrt((at + 1) / weeks.length) }
  })
}

export function RecordChart({ weeks, figures }: { weeks: Weeks; figures: Figures }) {
  const all = pointsOfWeeks(weeks, figures)
  const step = Math.max(1, Math.ceil(all.length / POINTS))
  const points = all.filter(({ at }) => at % step === 0 || at === all.length - 1)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  // The band is symmetric around zero, and the line may leave it on either side.
  const top = Math.max(LEAST, ...points.map(({ total, band }) => Math.max(total, band)))
  const bottom = Math.max(LEAST, ...points.map(({ total, band }) => Math.max(-total, band)))
  const x = ({ at }: Point) => (100 * at) / last.at
  const y = (ratio: number) => 4 + (92 * (top - ratio)) / (top + bottom)
  const line = (of: (point: Point) => number) =>
    points.map((point) => `${x(point).toFixed(2)},${y(of(point)).toFixed(2)}`)
  const band = [...line((point) => point.band), ...line((point) => -point.band).toReversed()].join(' ')
  const middle = points[Math.floor(points.length / 2)] ?? last
  const text = `${pointsOf(last.total)} in ${counted(all.length, 'week')}. Luck alone could explain up to ${pointsOf(last.band).slice(1)} either way by now.`
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="relative h-52 pr-18 md:h-64">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`Ahead of the market since ${dayText(first.day)}. ${text}`}
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
          {[[top, pointsOf(top)] as const, [0, 'Market'] as const, [-bottom, pointsOf(-bottom)] as const].map(
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
