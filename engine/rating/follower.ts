// The result of a follower who trades one close after the author, and the largest drop of the author's portfolio.
import type { RatedPosition } from './book-positions.ts'
import type { Market } from './market.ts'
import type { MarketSums } from './market-sums.ts'
import { DAY_UNIT } from './method.ts'
import { type RatedRecord, recordFigures } from './rate-records.ts'
import type { Figures } from './regression.ts'
import { firstDay, weeklyResults } from './weekly-results.ts'

export type Follower = Pick<Figures, 'mean' | 'low' | 'high'>

/**
 * The record's figures with each entry and exit one close later (docs/decisions/0035-a-followers-result.md). Positions
 * that can't have begun yet, and those that would begin and end at the same close, are left out. Null if there are no
 * figures.
 */
export function followerOf(
  { positions, last }: Pick<RatedRecord, 'positions' | 'last'>,
  market: Market,
  sums: MarketSums,
): Follower | null {
  const later = positions.flatMap((position): RatedPosition[] => {
    const path = market.path(position.ticker)
    const next = (place: number) => (path.hasClose(place) ? path.nextTraded(place + 1) : place)
    const entry = next(position.entry)
    const exit = position.exit === null ? null : next(position.exit)
    const isBegun = entry !== -1 && entry < last
    return isBegun && (exit === null || exit === -1 || exit > entry)
      ? [{ ...position, entry, exit: exit === -1 ? null : exit }]
      : []
  })
  if (later.length === 0) return null
  const figures = recordFigures(weeklyResults(later, market, last), sums)
  return figures && { mean: figures.mean, low: figures.low, high: figures.high }
}

/** The maximum drawdown of a portfolio whose cash is in T-bills: a ratio from 0 to 1. */
export function largestDrop(
  { positions, weekly: { daily } }: Pick<RatedRecord, 'positions' | 'weekly'>,
  { cash }: Market,
): number {
  let [value, best, deepest] = [1, 1, 0]
  for (let at = firstDay(positions) - daily.from; at < daily.results.length; at += 1) {
    value *= 1 + ((daily.results[at] ?? 0) + (cash[daily.from + at] ?? 0)) / DAY_UNIT
    best = Math.max(best, value)
    deepest = Math.max(deepest, 1 - value / best)
  }
  return deepest
}

/** For each week from the record's first one on: the filled places in 1e-4 of a place, summed over the week's days. */
export function filledByWeek(
  { weekly: { daily, firstWeek, ys } }: Pick<RatedRecord, 'weekly'>,
  { weekOf }: Market,
): number[] {
  const weeks = ys.map(() => 0)
  for (const [at, places] of daily.filled.entries()) {
    const week = (weekOf[daily.from + at] ?? 0) - firstWeek
    weeks[week] = (weeks[week] ?? 0) + places
  }
  return weeks
}
