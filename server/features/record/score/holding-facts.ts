// What the author's linked broker says of each ticker of a signal, beside what the author says. No figure depends on it.
import { exchangeDays, newYorkDay } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import { holdingFact } from '#engine/portfolio/holdings/rules.ts'
import { linkedRecordsOf } from '#server/features/portfolio/store.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { HoldingFact } from '#shared/contracts/scores.ts'
import { firstEntryDay, lifeOf } from '#engine/scoring/method.ts'
import type { ScoredForViewer } from './outcome-store.ts'

type Holding = { fact: HoldingFact; isSample: boolean }

/**
 * By ticker. Holdings are for the author and those who pay (spec answer 29), unless the author said themselves whether they
 * hold it, to everybody who reads the signal.
 */
export async function holdingFacts(
  db: Db,
  { userId, hasBroker, isEntitled, details, signalType, timeHorizon, createdAt, scores }: ScoredForViewer,
): Promise<ReadonlyMap<string, Holding>> {
  const tickers = scores.map(({ ticker }) => ticker).filter(Boolean)
  if (!hasBroker || signalType === 'comment' || tickers.length === 0 || !(isEntitled || details?.holds))
    return new Map()
  const days = { postedOn: newYorkDay(createdAt), until: lastDayOf(createdAt, timeHorizon) }
  const facts = new Map<string, Holding>()
  for (const [ticker, records] of await linkedRecordsOf(db, userId, tickers)) {
    const isSample = records.some((record) => record.isSample)
    // A sample broker's trades have nothing to do with what its owner posts, so unasked it would contradict everything.
    const fact = isSample && !details?.holds ? null : holdingFact(records, days)
    if (fact !== null) facts.set(ticker, { fact, isSample })
  }
  return facts
}

/** The last day of a position that enters at the first close. Two calendar days always make up for one exchange day. */
function lastDayOf(postedAt: Date, timeHorizon: string | null): string {
  const [entry, life] = [firstEntryDay(postedAt), lifeOf(timeHorizon)]
  const last = dayOf(dayNumber(entry) + 2 * life + 7)
  return exchangeDays(entry, last)[life] ?? last
}
