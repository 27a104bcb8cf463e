// Keeps fewer closes of a long series for a chart: the last one of each week or month.

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

const lastOfEach = <Point extends Dated>(
  points: readonly Point[],
  periodOf: (day: string) => string | number,
): Point[] =>
  points.filter(({ day }, place) => {
    const next = points[place + 1]
    return place === 0 || next === undefined || periodOf(next.day) !== periodOf(day)
  })
