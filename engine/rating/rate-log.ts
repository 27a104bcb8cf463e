// Rates a whole log: the records as everybody sees them, sealed records as their subscribers do, and the labels that month-ends
// decided.
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { testWithMonkeys, universeOf } from './board.ts'
import { boardMonkeys } from './board-monkeys.ts'
import { booksOf, type LogEntry, type LoggedTrade } from './books.ts'
import { type Follower, followerOf } from './follower.ts'
import { type Market, marketWeeks } from './market.ts'
import { marketSumsOf, type MarketSums } from './market-sums.ts'
import { LAG_DAYS, MONKEYS, SKILL } from './method.ts'
import { type Ranking, rankRecords } from './rank-records.ts'
import { type RatedRecord, rateRecord } from './rate-records.ts'

/** What the last decided month-end left of a record, by id. */
export type Label = { passes: boolean; isLikelySkill: boolean }
export type Labels = ReadonlyMap<string, Label>

export type LogToRate = {
  /** The calendar day up to whose end all closes are known. */
  asOf: string
  log: readonly LogEntry[]
  /** The trades of sealed signals by the index of their entries, also of those that the log hasn't opened. */
  sealed: ReadonlyMap<number, LoggedTrade>
  market: Market
  /** The month-ends to decide, ascending, with their seeds. */
  monthEnds: readonly { day: string; seed: string | null }[]
  /** The labels before the first of them. */
  labels: Labels
  /** The seed of the board's monkeys; null without a checkpoint. */
  seed: string | null
}

export type ShownRecord = RatedRecord & { follower: Follower | null }
export type RatedLog = Omit<Ranking, 'candidates'> & {
  sums: MarketSums
  records: ShownRecord[]
  /** Sealed records as of the last week. */
  early: ShownRecord[]
  labels: Labels
  /** How many of the board's monkeys would be listed. */
  monkeys: { count: number; listed: number }
}

export function rateLog({ asOf, log, sealed, market, monthEnds, seed, ...before }: LogToRate): RatedLog {
  const sums = marketSumsOf(marketWeeks(market))
  const rated = (entries: readonly LogEntry[], day: string) =>
    booksOf(entries, day).flatMap((book) => rateRecord(book, day, market, sums) ?? [])
  let labels = before.labels
  for (const end of monthEnds) labels = decide(rated(log, end.day), { ...end, labels, market, sums })
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
    labels,
    monkeys: seed === null ? { count: 0, listed: 0 } : boardMonkeys(records, { seed, market, sums }),
  }
}

type MonthEnd = { seed: string | null; labels: Labels; market: Market; sums: MarketSums }

/** A label needs two month-ends in a row, and stays while the record is listed and its last 156 weeks are ahead. */
function decide(records: readonly RatedRecord[], { seed, labels, market, sums }: MonthEnd): Labels {
  const { candidates, listed } = rankRecords(records.map(ratableOf))
  const universe = universeOf(records)
  const [isListed, isCandidate] = [new Set(listed), new Set(candidates)]
  return new Map(
    records.map((record) => {
      const { id, recentMean } = record
      const known = labels.get(id)
      const passes =
        seed !== null &&
        isCandidate.has(id) &&
        isBeyond(testWithMonkeys(record, { universe, seed, market, sums }))
      const stays = known?.isLikelySkill === true && isListed.has(id) && (recentMean ?? 0) > 0
      return [id, { passes, isLikelySkill: stays || (passes && known?.passes === true) }]
    }),
  )
}

const isBeyond = ({ p, choice }: ReturnType<typeof testWithMonkeys>): boolean =>
  p <= SKILL.p && choice >= MONKEYS.tickersMin

export const ratableOf = ({ id, counts, missing, figures, isActive, recentMean }: RatedRecord) => ({
  id,
  trades: counts.trades,
  isRated: missing.length === 0 && figures !== null,
  isActive,
  figures,
  recentMean,
})
