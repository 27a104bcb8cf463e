// The stretches of time a curve can be looked at, and its returns counted anew from where such a stretch begins.
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'

export const RANGES = ['1M', '3M', 'YTD', '1Y', 'All'] as const
export type Range = (typeof RANGES)[number]
type Points = PerformanceSummary['curve']

/** The day whose close the stretch is measured from: the last one on record that is not later than its beginning. */
function baseOf(points: Points, range: Range): Points[number] | undefined {
  const last = points.at(-1)
  if (!last || range === 'All') return points[0]
  const beginning = beginningOf(last.day, range)
  return points.findLast(({ day }) => day <= beginning)
}

/** `YYYY-MM-DD`: so long before the last day, or the end of the year before. */
function beginningOf(last: string, range: Exclude<Range, 'All'>): string {
  const [year = 0, month = 1, day = 1] = last.split('-').map(Number)
  if (range === 'YTD') return `${year - 1}-12-31`
  const back = { '1M': 1, '3M': 3, '1Y': 12 }[range]
  // There is no Feb 31: the month's last day stands for it.
  const lastOfMonth = new Date(Date.UTC(year, month - back, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - back, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/**
 * The points of a stretch, their ratios counted from its first one: (1 + end) / (1 + start) − 1. Undefined where the
 * record is shorter than the stretch, or everything was lost before it. An account that began this year has all of it
 * as its year to date.
 */
export function pointsOf(points: Points, range: Range): Points | undefined {
  if (range === 'All') return points
  const last = points.at(-1)
  const base = baseOf(points, range)
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
