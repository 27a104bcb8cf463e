// What the author's linked broker reports about each ticker of a signal, next to the author's own statement. No figure
// depends on it.
import { exchangeDays, newYorkDay } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import { holdingFact } from '#engine/portfolio/holdings/rules.ts'
import { linkedRecordsOf } from '#server/features/portfolio/store.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { HoldingFact } from '#shared/contracts/scores.ts'
import { firstEntryDay, horizonDaysOf } from '#engine/scoring/method.ts'
import type { ScoredForViewer } from './outcome-store.ts'

type Holding = { fact: HoldingFact; isSample: boolean }

/**
 * By ticker. Visible to the author and subscribers (spec answer 29), or to every reader of the signal if the author
 * stated whether they hold the share.
 */
export async function holdingFacts(
  db: Db,
  { userId, hasBroker, isEntitled, details, signalType, timeHorizon, createdAt, scores }: ScoredForViewer,
): Promise<ReadonlyMap<string, Holding>> {
  const hasStated = details?.holds === 'yes' || details?.holds === 'no'
  const tickers = scores.map(({ ticker }) => ticker).filter(Boolean)
  if (!hasBroker || signalType === 'comment' || tickers.length === 0 || !(isEntitled || hasStated))
    return new Map()
  const days = { postedOn: newYorkDay(createdAt), until: lastDayOf(createdAt, timeHorizon) }
  const facts = new Map<string, Holding>()
  for (const [ticker, records] of await linkedRecordsOf(db, userId, tickers)) {
    const isSample = records.some((record) => record.isSample)
    // A sample broker's trades are unrelated to its owner's signals, so it would contradict every one.
    const fact = isSample && !hasStated ? null : holdingFact(records, days)
    if (fact !== null) facts.set(ticker, { fact, isSample })
  }
  return facts
}

/** The last day of a position that enters at the first close. Two calendar days per exchange day are always enough. */
function lastDayOf(postedAt: Date, timeHorizon: string | null): string {
  const [entry, horizonDays] = [firstEntryDay(postedAt), horizonDaysOf(timeHorizon)]
  const last = dayOf(dayNumber(entry) + 2 * horizonDays + 7)
  return exchangeDays(entry, last)[horizonDays] ?? last
}
