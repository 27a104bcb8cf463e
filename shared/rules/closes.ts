// Reduces a long series of closes for a chart to the last one of each week or month.
import { monthsBefore } from './dates.ts'

type Dated = { day: string }

const DAY_MS = 86_400_000
/** January 1, 1970 was a Thursday, three days after the Monday of its week. */
const weekOf = (day: string) => Math.floor((Date.parse(day) / DAY_MS + 3) / 7)
const monthOf = (day: string) => day.slice(0, 7)

/** The last point of each week from Monday to Sunday, and the first point. `points` ascend by day. */
export const weeklyCloses = <Point extends Dated>(points: readonly Point[]): Point[] =>
  lastOfEach(points, weekOf)

/** The last point of each month, and the first point. `points` ascend by day. */
export const monthlyCloses = <Point extends Dated>(points: readonly Point[]): Point[] =>
  lastOfEach(points, monthOf)

/**
 * At most `max` points: all of them, or weekly closes of up to two years, or monthly closes of more. If these are still
 * too many, the last one of every few. The first and the last point stay. `points` ascend by day.
 */
export function thinCloses<Point extends Dated>(points: readonly Point[], max: number): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length <= max) return points
  const closes = first.day < monthsBefore(last.day, 24) ? monthlyCloses(points) : weeklyCloses(points)
  const step = Math.ceil(closes.length / max)
  return closes.filter((_, place) => place === 0 || (closes.length - 1 - place) % step === 0)
}

const lastOfEach = <Point extends Dated>(
  points: readonly Point[],
  periodOf: (day: string) => string | number,
): Point[] =>
  points.filter(({ day }, place) => {
    const next = points[place + 1]
    return place === 0 || next === undefined || periodOf(next.day) !== periodOf(day)
  })
