// Rates a record as of a day: its positions, counts and figures.
import { daysBetween } from '#engine/market/calendar-day.ts'
import { type RatedPosition, ratedPositions } from './book-positions.ts'
import { type AuthorBook, recordId } from './books.ts'
import type { Market } from './market.ts'
import type { MarketSums } from './market-sums.ts'
import { LAG_DAYS, PORTFOLIO, RATED_FROM, SKILL } from './method.ts'
import { type Figures, figuresOf, recordSums } from './regression.ts'
import { lastWholeDay } from './trading-days.ts'
import { type WeeklyResults, weeklyResults } from './weekly-results.ts'

export type RecordCounts = { trades: number; entryDays: number; activeDays: number; weeks: number }
export type MissingCount = keyof RecordCounts

export type RatedRecord = {
  id: string
  positions: readonly RatedPosition[]
  /** The place of the last day that counts. */
  last: number
  /** An ended record has no open position, and opened none for 91 days. */
  isActive: boolean
  counts: RecordCounts
  missing: MissingCount[]
  weekly: WeeklyResults
  figures: Figures | null
  /** The mean of the last 156 weeks alone. */
  recentMean: number | null
}

/** Null before the first whole week with a position. */
export function rateRecord(
  own: AuthorBook,
  asOf: string,
  market: Market,
  sums: MarketSums,
): RatedRecord | null {
  const end = lastWholeDay(market, asOf, own.book)
  const positions = ratedPositions(own.trades, market).filter(({ entry }) => entry < end)
  if (positions.length === 0) return null
  const { last, isActive } = recordEnd(positions, market, end)
  const weekly = weeklyResults(positions, market, last)
  const counts = countsOf(positions, weekly)
  const missing = missingCounts(counts)
  const figures = recordFigures(weekly, sums)
  const recentMean = recordFigures(weekly, sums, SKILL.recentWeeks)?.mean ?? null
  return { id: recordId(own), positions, last, isActive, counts, missing, weekly, figures, recentMean }
}

/** `end`: the last day of the last whole week. An ended record ends with the week of its last exit. */
export function recordEnd(
  positions: readonly Pick<RatedPosition, 'entry' | 'exit'>[],
  { days, weekOf, weekStarts }: Market,
  end: number,
): { last: number; isActive: boolean } {
  const isOpen = positions.some(({ exit }) => exit === null || exit > end)
  const newest = positions.reduce((latest, { entry }) => Math.max(latest, entry), 0)
  if (isOpen || daysBetween(days[newest] ?? '', days[end] ?? '') <= LAG_DAYS)
    return { last: end, isActive: true }
  const exit = positions.reduce((latest, position) => Math.max(latest, position.exit ?? 0), 0)
  const nextWeek = weekStarts[(weekOf[exit] ?? 0) + 1] ?? end + 1
  return { last: Math.min(end, nextWeek - 1), isActive: false }
}

const countsOf = (positions: readonly RatedPosition[], { activeDays, ys }: WeeklyResults): RecordCounts => ({
  trades: new Set(positions.map(({ index }) => index)).size,
  entryDays: new Set(positions.map(({ entry }) => entry)).size,
  activeDays,
  weeks: ys.length,
})

/** The counts that are below the minimum for a rating. */
export const missingCounts = (counts: RecordCounts): MissingCount[] =>
  (Object.keys(RATED_FROM) as MissingCount[]).filter((what) => counts[what] < RATED_FROM[what])

/** The figures of the record's last weeks, by default of all weeks. */
export function recordFigures(
  { firstWeek, ys, filled }: Pick<WeeklyResults, 'firstWeek' | 'ys' | 'filled'>,
  sums: MarketSums,
  lastWeeks: number = ys.length,
): Figures | null {
  const skipped = Math.max(0, ys.length - lastWeeks)
  const [from, counted] = [firstWeek + skipped, ys.slice(skipped)]
  const own = recordSums(sums.weeks.slice(from, from + counted.length), counted)
  const share = filled / (sums.range(firstWeek, ys.length).days * PORTFOLIO)
  return own && figuresOf(own, sums.range(from, counted.length), share)
}
