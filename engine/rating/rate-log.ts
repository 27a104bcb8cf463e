// Rates a whole log: the records as everybody sees them, sealed records as their subscribers do, and who is likely skilled.
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { ratableOf, universeOf } from './board.ts'
import { booksOf, type LogEntry, type LoggedTrade } from './books.ts'
import { type Follower, followerOf } from './follower.ts'
import { type MonthEnd, nextMonthEnd } from './likely-skill.ts'
import { type Market, marketWeeks } from './market.ts'
import { marketSumsOf, type MarketSums } from './market-sums.ts'
import { LAG_DAYS } from './method.ts'
import { listedMonkeys, testWithMonkeys } from './monkey-tests.ts'
import { type Ranking, rankRecords } from './rank-records.ts'
import { type RatedRecord, rateRecord } from './rate-records.ts'

export type LogToRate = {
  /** The calendar day up to whose end all closes are known. */
  asOf: string
  log: readonly LogEntry[]
  /** The trades of sealed signals by the index of their entries, also of those that the log hasn't opened. */
  sealed: ReadonlyMap<number, LoggedTrade>
  market: Market
  /** The month-ends to decide, ascending, with their seeds. */
  monthEnds: readonly { day: string; seed: string | null }[]
  /** What the month-end before them left. */
  before: MonthEnd
}

export type ShownRecord = RatedRecord & { follower: Follower | null }
export type RatedLog = Omit<Ranking, 'candidates'> & {
  sums: MarketSums
  records: ShownRecord[]
  /** Sealed records as of the last week. */
  early: ShownRecord[]
  monthEnd: MonthEnd
  /** How many of 1,000 monkeys the last of these month-ends would list; null without one or without its seed. */
  monkeysListed: number | null
}

export function rateLog({ asOf, log, sealed, market, monthEnds, before }: LogToRate): RatedLog {
  const sums = marketSumsOf(marketWeeks(market))
  const rated = (entries: readonly LogEntry[], day: string) =>
    booksOf(entries, day).flatMap((book) => rateRecord(book, day, market, sums) ?? [])
  let [monthEnd, monkeysListed]: [MonthEnd, number | null] = [before, null]
  for (const { day, seed } of monthEnds) {
    const records = rated(log, day)
    const needs = { seed: seed ?? '', universe: universeOf(records), market, sums }
    monthEnd = decide(monthEnd, records, (record) => (seed === null ? null : testWithMonkeys(record, needs)))
    if (day === monthEnds.at(-1)?.day && seed !== null)
      monkeysListed = listedMonkeys(records.filter(isRated), needs)
  }
  const records = rated(log, asOf)
  const { candidates: _candidates, ...ranking } = rankRecords(records.map(ratableOf))
  const all = [
    ...log,
    ...[...sealed].map(([of, trade]) => ({ index: of, kind: 'open', time: '', of, trade })),
  ]
  const early = rated(all, dayOf(dayNumber(asOf) + LAG_DAYS)).filter(({ id }) => id.endsWith('/sealed'))
  const shown = (record: RatedRecord) => ({ ...record, follower: followerOf(record, market, sums) })
  return {
    ...ranking,
    sums,
    records: records.map(shown),
    early: early.map(shown),
    monthEnd,
    monkeysListed,
  }
}

const isRated = ({ missing, figures }: RatedRecord) => missing.length === 0 && figures !== null

function decide(
  before: MonthEnd,
  records: readonly RatedRecord[],
  test: (record: RatedRecord) => ReturnType<typeof testWithMonkeys> | null,
): MonthEnd {
  const { candidates, listed } = rankRecords(records.map(ratableOf))
  const byId = new Map(records.map((record) => [record.id, record]))
  const isAhead = (id: string) => (byId.get(id)?.recentMean ?? 0) > 0
  return nextMonthEnd(before, { listed, candidates, isAhead }, (id) => {
    const record = byId.get(id)
    return record ? test(record) : null
  })
}
