// Determines which stored series of prices, splits, dividends and rates are complete, and which days are missing.
import type { Db } from '#server/db/open.ts'
import { lastClosedDay } from '#engine/market/exchange-days.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'

/** A request to a provider: data about a symbol, or the exchange rates of a currency. */
export type Series = {
  kind: 'closes' | 'splits' | 'dividends' | 'actions' | 'adjusted' | 'rates'
  symbol: string
}
/** Both ends are included. */
export type DayRange = { from: string; to: string }
/** A series that must be known from `from` on. */
export type SeriesNeed = Series & { from: string }
export type MissingSeries = Series & { range: DayRange }
export type MarketReadiness = {
  /**
   * What to fetch, least recently tried first. `isFailing`: the provider has failed several times in a row or has been
   * busy for a long time, so nobody should be kept waiting.
   */
  missing: (MissingSeries & { isFailing: boolean })[]
  /** The last day up to which every series was fetched. Null while one of them was never fetched. */
  upTo: string | null
}

/** Fewer failures are usually a short outage, which is over before anybody has waited long. */
const FAILURES_MIN = 3
/** A provider usually asks us to wait for a minute. With many series to fetch, our own limit makes some wait longer. */
const BUSY_MAX_MS = 30 * 60_000

/** On a free plan, a provider publishes closes after the day ends and corrects them for some hours. */
const SETTLED_MS = 12 * 3_600_000
/**
 * Calendar days that are fetched again with each later day, in the same call, for late data and corrections. Splits,
 * dividends and corporate actions are few, so all of them are fetched.
 */
export const CORRECTED_DAYS = 35
const WHOLE: readonly Series['kind'][] = ['adjusted', 'splits', 'dividends', 'actions']

/** The last day whose close is final at that time, from any provider. */
export const lastSettledDay = (now: Date): string => lastClosedDay(new Date(now.getTime() - SETTLED_MS))

type StoredSeries = Awaited<ReturnType<typeof storedSeries>>[number]

/** How much of the needed series is stored at that time. */
export const marketReadiness = async (
  db: Db,
  needs: readonly SeriesNeed[],
  now: Date,
): Promise<MarketReadiness> =>
  readinessOf(
    await storedSeries(
      db,
      needs.map(({ symbol }) => symbol),
    ),
    needs,
    now,
  )

export async function storedSeries(db: Db, symbols: readonly string[]) {
  if (symbols.length === 0) return []
  return await db
    .selectFrom('marketSeries')
    .select((eb) => [
      'kind',
      'symbol',
      'triedAt',
      'failures',
      'busySince',
      eb.cast<string | null>('fromDay', 'text').as('from'),
      eb.cast<string | null>('toDay', 'text').as('to'),
    ])
    .where('symbol', 'in', [...new Set(symbols)])
    .execute()
}

/** `rows`: at least the series of the needed symbols. */
export function readinessOf(
  rows: readonly StoredSeries[],
  needs: readonly SeriesNeed[],
  now: Date,
): MarketReadiness {
  const lastDay = lastSettledDay(now)
  if (needs.length === 0) return { missing: [], upTo: lastDay }
  const stored = new Map(rows.map((row) => [`${row.kind} ${row.symbol}`, row]))
  let upTo: string | null = lastDay
  const missing: (MarketReadiness['missing'][number] & { triedMs: number })[] = []
  for (const { kind, symbol, from } of needs) {
    const row = stored.get(`${kind} ${symbol}`)
    const fetched = row?.from && row.to ? { from: row.from, to: row.to } : null
    const range = rangeToFetch(kind, fetched, { from, to: lastDay })
    const busyMs = row?.busySince ? now.getTime() - row.busySince.getTime() : 0
    const isFailing = (row?.failures ?? 0) >= FAILURES_MIN || busyMs >= BUSY_MAX_MS
    if (range) missing.push({ kind, symbol, range, isFailing, triedMs: row?.triedAt.getTime() ?? 0 })
    if (fetched === null || fetched.from > from) upTo = null
    else if (upTo !== null && fetched.to < upTo) upTo = fetched.to
  }
  return { missing: missing.toSorted((a, b) => a.triedMs - b.triedMs), upTo }
}

/** Null if everything needed was fetched. */
export function rangeToFetch(
  kind: Series['kind'],
  fetched: DayRange | null,
  needed: DayRange,
): DayRange | null {
  if (fetched === null) return needed
  if (fetched.from <= needed.from && fetched.to >= needed.to) return null
  const from = fetched.from < needed.from ? fetched.from : needed.from
  // A dividend changes every earlier adjusted close, so adjusted closes are replaced as a whole.
  if (kind === 'adjusted') return { from, to: needed.to }
  if (fetched.from > needed.from) return { from: needed.from, to: dayOf(dayNumber(fetched.from) - 1) }
  if (WHOLE.includes(kind)) return { from, to: needed.to }
  const again = dayOf(dayNumber(fetched.to) - CORRECTED_DAYS)
  return { from: again > fetched.from ? again : fetched.from, to: needed.to }
}
