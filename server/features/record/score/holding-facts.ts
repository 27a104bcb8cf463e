// Facts from the author's linked broker about each ticker of a signal, shown next to the author's statement. No figure
// depends on it.
import { exchangeDays, newYorkDay } from '#engine/market/exchange-days.ts'
import type { Db } from '#server/db/open.ts'
import { holdingFact, type LinkedRecord } from '#engine/portfolio/holdings/rules.ts'
import { linkedRecordsOf } from '#server/features/portfolio/store.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import type { HoldingFact } from '#shared/contracts/scores.ts'
import { firstEntryDay, horizonDaysOf } from '#engine/scoring/method.ts'
import type { ScoredForViewer } from './outcome-store.ts'

export type Holding = { fact: HoldingFact; isSample: boolean }

/**
 * Holdings by ticker. Visible to the author and subscribers (spec answer 29), or to every reader of the signal if the
 * author stated whether they hold the share.
 */
export async function holdingFacts(db: Db, signal: ScoredForViewer): Promise<ReadonlyMap<string, Holding>> {
  const tickers = signal.scores.map(({ ticker }) => ticker).filter(Boolean)
  if (tickers.length === 0 || !isHoldingShown(signal)) return new Map()
  const facts = new Map<string, Holding>()
  for (const [ticker, records] of await linkedRecordsOf(db, signal.userId, tickers)) {
    const holding = holdingIn(records, signal)
    if (holding) facts.set(ticker, holding)
  }
  return facts
}

const hasStated = ({ details }: Pick<ScoredForViewer, 'details'>) =>
  details?.holds === 'yes' || details?.holds === 'no'

/** Whether the viewer may know what the author's broker reports about a signal. */
export const isHoldingShown = (signal: ScoredForViewer): boolean =>
  signal.hasBroker && signal.signalType !== 'comment' && (signal.isEntitled || hasStated(signal))

/** What the author's accounts show about a ticker at the time of the post; null if they show nothing. */
export function holdingIn(records: readonly LinkedRecord[], signal: ScoredForViewer): Holding | null {
  const { createdAt, timeHorizon } = signal
  const isSample = records.some((record) => record.isSample)
  // A sample broker's trades are unrelated to its owner's signals, so they would contradict every signal.
  if (isSample && !hasStated(signal)) return null
  const fact = holdingFact(records, {
    postedOn: newYorkDay(createdAt),
    until: lastDayOf(createdAt, timeHorizon),
  })
  return fact && { fact, isSample }
}

/** The last day of a position that enters at the first close. Two calendar days per exchange day are always enough. */
function lastDayOf(postedAt: Date, timeHorizon: string | null): string {
  const [entry, horizonDays] = [firstEntryDay(postedAt), horizonDaysOf(timeHorizon)]
  const last = dayOf(dayNumber(entry) + 2 * horizonDays + 7)
  return exchangeDays(entry, last)[horizonDays] ?? last
}
