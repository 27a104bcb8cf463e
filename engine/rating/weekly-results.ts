// The daily and weekly results of the positions of one book: relative to T-bills and after costs.
import { divide, divideBig } from './exact.ts'
import type { Market } from './market.ts'
import { DAY_UNIT, PORTFOLIO, WEEK_UNIT } from './method.ts'
import type { RatedPosition } from './book-positions.ts'

/** By day from the place `from` on. `filled`: in 1e-4 of a place in the portfolio. `results`: in 1e-8. */
export type DailyResults = { from: number; filled: Float64Array; results: Float64Array }

/** Whole weeks from `firstWeek` on; the results are in 1e-6. */
export type WeeklyResults = {
  firstWeek: number
  ys: number[]
  /** In 1e-4 of a place in the portfolio, at most a full portfolio each day, summed over the days. */
  filled: number
  /** Days with a position. */
  activeDays: number
  /** Begins with the first day of the first week. */
  daily: DailyResults
}

/** By ticker of a position, the ticker whose moves are used instead. */
export type Replaced = ReadonlyMap<string, string>

/** The day after the first entry, on which a record begins. Needs at least one position. */
export const firstDay = (positions: readonly RatedPosition[]): number =>
  1 + positions.reduce((first, { entry }) => Math.min(first, entry), Infinity)

/** The results of the days from one place to another; 0 before the first entry. */
export function dailyResults(
  positions: readonly RatedPosition[],
  market: Market,
  [from, to]: readonly [number, number],
  replaced?: Replaced,
): DailyResults {
  const length = Math.max(0, to - from + 1)
  const [filled, sums, sizes] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)]
  eachDay(positions, market, [from, to], replaced, (at, weight, result) => {
    filled[at] = (filled[at] ?? 0) + weight
    sums[at] = (sums[at] ?? 0) + weight * result
    sizes[at] = (sizes[at] ?? 0) + weight * Math.abs(result)
  })
  const isExact = sizes.every((size) => size <= Number.MAX_SAFE_INTEGER)
  const exactSums = isExact ? null : bigSums(length, positions, market, [from, to], replaced)
  const results = sums.map((sum, at) => {
    const places = Math.max(PORTFOLIO, filled[at] ?? 0)
    return exactSums ? Number(divideBig(exactSums[at] ?? 0n, BigInt(places))) : divide(sum, places)
  })
  return { from, filled, results }
}

/** Calls with the offset from `from`, the weight and the result of each position on each day. */
function eachDay(
  positions: readonly RatedPosition[],
  { path, cash }: Market,
  [from, to]: readonly [number, number],
  replaced: Replaced | undefined,
  add: (at: number, weight: number, result: number) => void,
): void {
  for (const { ticker, side, weight, entry, exit, fee, trip } of positions) {
    const { moves } = path(replaced?.get(ticker) ?? ticker)
    const end = exit === null ? to : Math.min(exit, to)
    for (let place = Math.max(entry + 1, from); place <= end; place += 1) {
      const gain = side * ((moves[place] ?? 0) - (cash[place] ?? 0))
      add(place - from, weight, gain - fee - (place === entry + 1 ? trip : 0))
    }
  }
}

/** For days on which a wrong price made a sum too large for a float. */
function bigSums(length: number, ...[positions, market, range, replaced]: Parameters<typeof dailyResults>) {
  const sums = Array.from({ length }, () => 0n)
  eachDay(positions, market, range, replaced, (at, weight, result) => {
    sums[at] = (sums[at] ?? 0n) + BigInt(weight) * BigInt(result)
  })
  return sums
}

/**
 * The results of the weeks from `fromWeek`, by default the record's first week, to the week whose last day has the
 * place `last`.
 */
export function weeklyResults(
  positions: readonly RatedPosition[],
  market: Market,
  last: number,
  { fromWeek, replaced }: { fromWeek?: number; replaced?: Replaced } = {},
): WeeklyResults {
  const { weekOf, weekStarts } = market
  const firstWeek = fromWeek ?? weekOf[firstDay(positions)] ?? 0
  const from = weekStarts[firstWeek] ?? 0
  const daily = dailyResults(positions, market, [from, last], replaced)
  const { filled, results } = daily
  const weeks = Math.max(0, (weekOf[last] ?? -1) - firstWeek + 1)
  const ys = Array.from({ length: weeks }, (_, week) => {
    const [start, end] = [weekStarts[firstWeek + week] ?? 0, weekStarts[firstWeek + week + 1] ?? 0]
    let sum = 0
    for (let place = start; place < end && place <= last; place += 1) sum += results[place - from] ?? 0
    return divide(sum, DAY_UNIT / WEEK_UNIT)
  })
  return {
    firstWeek,
    ys,
    filled: filled.reduce((sum, places) => sum + Math.min(PORTFOLIO, places), 0),
    activeDays: filled.reduce((days, places) => days + (places > 0 ? 1 : 0), 0),
    daily,
  }
}
