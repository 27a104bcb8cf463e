// Rates some authors from their entries: the records as everybody sees them, and sealed records as subscribers see
// them.
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { booksOf, type LogEntry, type LoggedTrade } from './books.ts'
import type { Market } from './market.ts'
import type { MarketSums } from './market-sums.ts'
import { LAG_DAYS } from './method.ts'
import { type RatedRecord, rateRecord } from './rate-records.ts'

/** An entry about a trade. `sealedTrade`: the trade of a sealed signal, whether or not the log has opened it. */
export type AuthorEntry = LogEntry & { sealedTrade?: LoggedTrade | null }

/** `asOf`: the calendar day by whose end all closes are known. `early`: sealed records as of that day. */
export function rateAuthors(
  entries: readonly AuthorEntry[],
  { asOf, market, sums }: { asOf: string; market: Market; sums: MarketSums },
): { records: RatedRecord[]; early: RatedRecord[] } {
  const rated = (log: readonly LogEntry[], day: string) =>
    booksOf(log, day).flatMap((book) => rateRecord(book, day, market, sums) ?? [])
  const sealed = entries.flatMap((entry): LogEntry[] =>
    entry.sealedTrade
      ? [entry, { index: entry.index, kind: 'open', time: '', of: entry.index, trade: entry.sealedTrade }]
      : [],
  )
  return { records: rated(entries, asOf), early: rated(sealed, dayOf(dayNumber(asOf) + LAG_DAYS)) }
}
