// The geometry of a line chart, in percent of its box: the lines, the areas between them, the grid and its
// labels.
import { extent } from 'd3-array'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'

export type ChartPoint = {
  /** `YYYY-MM-DD`. */
  day: string
  /** Returns since the start, as ratios; null where there is none. */
  own: number
  benchmark: number | null
}

/** A horizontal line. */
export type ChartLevel = { ratio: number; label: string }

/** Leaves room for the rings around the last point. */
const TOP = 7
const BOTTOM = 97
/** Leaves room for the arms of marks. */
const BOTTOM_WITH_MARKS = 78
/** The smallest range of the y axis, as a ratio, for returns that never moved. */
const MIN_RANGE = 0.01
const ROWS = 4
const COLUMNS = 6
const DAY_MS = 86_400_000

type PlotPoint = { at: number; own: number; benchmark: number | null }

/** The start of a day in UTC, in milliseconds since the epoch. */
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

type Options = { hasMarks?: boolean; isPhone?: boolean; levels?: readonly ChartLevel[] }

export function lineChartGeometry(
  points: readonly ChartPoint[],
  { hasMarks = false, isPhone = false, levels = [] }: Options = {},
) {
  const places = points.map(({ day, own, benchmark }) => ({ at: instantOf(day), own, benchmark }))
  const [first = 0, last = first] = extent(places, ({ at }) => at)
  const x = scaleUtc()
    .domain(first === last ? [first - DAY_MS, last] : [first, last])
    .range([0, 100])
  const values = places.flatMap(({ own, benchmark }) => (benchmark === null ? [own] : [own, benchmark]))
  const [low = 0, high = 0] = extent([0, ...values, ...levels.map(({ ratio }) => ratio)])
  const y = scaleLinear()
    .domain(high - low < MIN_RANGE ? [low - MIN_RANGE / 2, high + MIN_RANGE / 2] : [low, high])
    .range([hasMarks ? BOTTOM_WITH_MARKS : BOTTOM, TOP])
  const crossed = withCrossings(places)
  const days = x.ticks(COLUMNS).flatMap((tick) => (tick.getTime() % DAY_MS === 0 ? [tick.getTime()] : []))
  const areaToBenchmark = area<PlotPoint>()
    .defined(({ benchmark }) => benchmark !== null)
    .x(({ at }) => x(at))
    .y0(({ benchmark }) => y(benchmark ?? 0))
  return {
    x: (day: string) => x(instantOf(day)),
    y: (ratio: number) => y(ratio),
    /** The index of the point nearest to a position between 0 and 100. */
    nearest: (percent: number) => nearest(places, x.invert(percent).getTime()),
    paths: {
      own:
        line<PlotPoint>(
          ({ at }) => x(at),
          ({ own }) => y(own),
        )(places) ?? '',
      benchmark:
        line<PlotPoint>(
          ({ at }) => x(at),
          ({ benchmark }) => y(benchmark ?? 0),
        ).defined(({ benchmark }) => benchmark !== null)(places) ?? '',
      ahead: areaToBenchmark.y1(({ own, benchmark }) => y(Math.max(own, benchmark ?? own)))(crossed) ?? '',
      behind: areaToBenchmark.y1(({ own, benchmark }) => y(Math.min(own, benchmark ?? own)))(crossed) ?? '',
    },
    rows: rowsOf(y.ticks(ROWS)).map(({ ratio, label, isSpare }) => ({ y: y(ratio), label, isSpare })),
    levels: levels.map(({ ratio, label }) => ({ y: y(ratio), label })),
    columns: columnsOf(
      // Without ticks on whole days, as on a record of a few days, the first and the last day are labeled.
      days.length > 1 ? days : [...new Set([first, last])],
      x,
      isPhone ? MIN_DISTANCE_ON_PHONES : MIN_DISTANCE,
    ),
  }
}
export type LineChartGeometry = ReturnType<typeof lineChartGeometry>

/** Adds a point wherever the two lines cross, so that neither area extends beyond the other line. */
function withCrossings(places: readonly PlotPoint[]): PlotPoint[] {
  return places.flatMap((here, index) => {
    const before = places[index - 1]
    if (!before || before.benchmark === null || here.benchmark === null) return [here]
    const [gapBefore, gap] = [before.own - before.benchmark, here.own - here.benchmark]
    if (gapBefore * gap >= 0) return [here]
    const share = gapBefore / (gapBefore - gap)
    const level = before.own + share * (here.own - before.own)
    return [{ at: before.at + share * (here.at - before.at), own: level, benchmark: level }, here]
  })
}

function nearest(places: readonly PlotPoint[], at: number): number {
  const after = places.findIndex((place) => place.at >= at)
  if (after <= 0) return after < 0 ? places.length - 1 : 0
  const [left, right] = [places[after - 1]?.at ?? 0, places[after]?.at ?? 0]
  return at - left < right - at ? after - 1 : after
}

/**
 * The grid lines except zero, which is always drawn. Labels such as "+5%" have as many decimals as the step
 * between two lines needs. `isSpare`: every second line if there are many, hidden where space is tight.
 */
function rowsOf(ticks: readonly number[]) {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  const decimals = Math.max(0, -Math.floor(Math.log10(step * 100) + 1e-9))
  return ticks.flatMap((ratio) => {
    const place = Math.round(ratio / step)
    if (place === 0) return []
    const label = `${ratio < 0 ? '−' : '+'}${Math.abs(ratio * 100).toFixed(decimals)}%`
    return [{ ratio, label, isSpare: ticks.length > 4 && place % 2 !== 0 }]
  })
}

const YEAR = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const MONTH_OF_YEAR = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** In percent of the width. Labels closer than this would touch. */
const MIN_DISTANCE = 14
const MIN_DISTANCE_ON_PHONES = 30

/**
 * Labels for years, months or days, depending on the length of the chart, for every few ticks if all would
 * touch. The first month of each year has the year.
 */
function columnsOf(ticks: readonly number[], x: (at: number) => number, least: number) {
  const shown = everyFew(ticks, (at, before) => x(at) - x(before) >= least)
  return shown.map((at, place) => {
    const date = new Date(at)
    const isOfYear = place > 0 && date.getUTCFullYear() === new Date(shown[place - 1] ?? at).getUTCFullYear()
    const format =
      date.getUTCDate() !== 1 ? DAY : date.getUTCMonth() === 0 ? YEAR : isOfYear ? MONTH : MONTH_OF_YEAR
    return { x: x(at), label: format.format(at) }
  })
}

/** All of them, or every second, third and so on, so that each is far enough from the one before. */
function everyFew(ticks: readonly number[], isFarEnough: (at: number, before: number) => boolean): number[] {
  for (let step = 1; ; step += 1) {
    const kept = ticks.filter((_, place) => place % step === 0)
    if (kept.every((at, place) => place === 0 || isFarEnough(at, kept[place - 1] ?? at))) return kept
  }
}
