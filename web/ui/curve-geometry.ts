// Where the parts of a curve lie, in percent of its place: the lines, the gap between them, the grid and its labels.
import { extent } from 'd3-array'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, line } from 'd3-shape'

export type CurvePoint = {
  /** `YYYY-MM-DD`. */
  day: string
  /** Returns since the start, as ratios; null where there is none. */
  own: number
  benchmark: number | null
}

/** Room above the highest point for the lamp, and below the lowest. */
const TOP = 7
const BOTTOM = 97
/** A curve that never moved still needs a height, as a ratio. */
const LEAST = 0.01
const ROWS = 4
const COLUMNS = 6
const DAY_MS = 86_400_000

type Place = { at: number; own: number; benchmark: number | null }

/** `at`: milliseconds since the epoch, the start of the day in UTC. */
export const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export function geometryOf(points: readonly CurvePoint[]) {
  const places = points.map(({ day, own, benchmark }) => ({ at: instantOf(day), own, benchmark }))
  const [first = 0, last = first] = extent(places, ({ at }) => at)
  const x = scaleUtc()
    .domain(first === last ? [first - DAY_MS, last] : [first, last])
    .range([0, 100])
  const values = places.flatMap(({ own, benchmark }) => (benchmark === null ? [own] : [own, benchmark]))
  const [low = 0, high = 0] = extent([0, ...values])
  const y = scaleLinear()
    .domain(high - low < LEAST ? [low - LEAST / 2, high + LEAST / 2] : [low, high])
    .range([BOTTOM, TOP])
  const met = withCrossings(places)
  const between = area<Place>()
    .defined(({ benchmark }) => benchmark !== null)
    .x(({ at }) => x(at))
    .y0(({ benchmark }) => y(benchmark ?? 0))
  return {
    x: (day: string) => x(instantOf(day)),
    y: (ratio: number) => y(ratio),
    /** The point nearest to a place between 0 and 100. */
    nearest: (percent: number) => nearest(places, x.invert(percent).getTime()),
    paths: {
      own:
        line<Place>(
          ({ at }) => x(at),
          ({ own }) => y(own),
        )(places) ?? '',
      benchmark:
        line<Place>(
          ({ at }) => x(at),
          ({ benchmark }) => y(benchmark ?? 0),
        ).defined(({ benchmark }) => benchmark !== null)(places) ?? '',
      ahead: between.y1(({ own, benchmark }) => y(Math.max(own, benchmark ?? own)))(met) ?? '',
      behind: between.y1(({ own, benchmark }) => y(Math.min(own, benchmark ?? own)))(met) ?? '',
    },
    rows: rowsOf(y.ticks(ROWS)).map(({ ratio, label, isSpare }) => ({ y: y(ratio), label, isSpare })),
    columns: thinned(
      columnsOf(x.ticks(COLUMNS), [first, last]).map(({ at, label }) => ({ x: x(at), label })),
    ),
  }
}
export type CurveGeometry = ReturnType<typeof geometryOf>

/** With a point more wherever the two lines cross, so that neither shade reaches over the other line. */
function withCrossings(places: readonly Place[]): Place[] {
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

function nearest(places: readonly Place[], at: number): number {
  const after = places.findIndex((place) => place.at >= at)
  if (after <= 0) return after < 0 ? places.length - 1 : 0
  const [left, right] = [places[after - 1]?.at ?? 0, places[after]?.at ?? 0]
  return at - left < right - at ? after - 1 : after
}

/**
 * All but zero, which is always drawn: "+5%" and "−5%", with as many decimals as the step between two lines needs.
 * `isSpare`: every second one where there are many, for places with little room.
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

/** Years, months or days, whichever the distance asks for; the first label says the year as well. */
function columnsOf(ticks: readonly Date[], ends: readonly [number, number]) {
  const days = ticks.map((tick) => tick.getTime()).filter((at) => at % DAY_MS === 0)
  // A record of a few days has no tick of its own.
  const shown = days.length > 1 ? days : [...new Set(ends)]
  return shown.map((at, place) => {
    const date = new Date(at)
    if (date.getUTCDate() !== 1) return { at, label: DAY.format(at) }
    if (date.getUTCMonth() === 0) return { at, label: YEAR.format(at) }
    return { at, label: (place === 0 ? MONTH_OF_YEAR : MONTH).format(at) }
  })
}

/** In percent: nearer than this, labels would touch where the picture is as narrow as a phone. */
const APART = 22

/** `isSpare`: only shown where there is room. */
function thinned(columns: readonly { x: number; label: string }[]) {
  let shown = -APART
  return columns.map((column) => {
    const isSpare = column.x - shown < APART
    if (!isSpare) shown = column.x
    return { ...column, isSpare }
  })
}
