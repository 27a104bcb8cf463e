// Computes the board of a whole log as of a day, from its entries and prices alone.
import { booksOf, type LogEntry } from './books.ts'
import { marketOf, marketWeeks } from './market.ts'
import { marketSumsOf } from './market-sums.ts'
import { SKILL } from './method.ts'
import { type MonkeyTest, testWithMonkeys } from './monkey-tests.ts'
import { type Ranking, rankRecords } from './rank-records.ts'
import { type RatedRecord, rateRecord } from './rate-records.ts'
import type { PriceRow } from './ticker-path.ts'
import { tradingDays } from './trading-days.ts'

export type BoardInput = {
  asOf: string
  /** [day, instant of its close], ascending. */
  days: readonly (readonly [day: string, close: string])[]
  prices: Readonly<Record<string, readonly PriceRow[]>>
  log: readonly LogEntry[]
  /** The seed of the monkeys: the root of the month's last day, in base64. Without it, no monkey test is run. */
  root?: string
}

export type Board = Omit<Ranking, 'candidates'> & {
  records: RatedRecord[]
  /** By id of a candidate. */
  monkeys: ReadonlyMap<string, MonkeyTest>
  /** The ids that meet all of a month-end's conditions for "Likely skill". */
  passes: string[]
}

export function boardOf({ asOf, days, prices, log, root }: BoardInput): Board {
  const market = marketOf(tradingDays(days), (ticker) => prices[ticker] ?? [])
  const sums = marketSumsOf(marketWeeks(market))
  const records = booksOf(log, asOf).flatMap((book) => rateRecord(book, asOf, market, sums) ?? [])
  const { candidates, ...ranking } = rankRecords(records.map(ratableOf))
  const universe = universeOf(records)
  const monkeys = new Map(
    records
      .filter(({ id }) => root !== undefined && candidates.includes(id))
      .map((record) => [record.id, testWithMonkeys(record, { universe, seed: root ?? '', market, sums })]),
  )
  const passes = candidates.filter((id) => (monkeys.get(id)?.p ?? 0) <= SKILL.p)
  return { ...ranking, records, monkeys, passes }
}

export const ratableOf = ({ id, counts, missing, figures, isActive, recentMean }: RatedRecord) => ({
  id,
  trades: counts.trades,
  isRated: missing.length === 0 && figures !== null,
  isActive,
  figures,
  recentMean,
})

/** All tickers in which anybody opened a position, ascending. */
export const universeOf = (records: readonly Pick<RatedRecord, 'positions'>[]): string[] =>
  [...new Set(records.flatMap(({ positions }) => positions.map(({ ticker }) => ticker)))].toSorted()
