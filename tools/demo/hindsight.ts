// Picks for demo records that are long enough to be rated. Prices are samples, so skill is simulated too:
// some pick with hindsight.
import { BENCHMARK } from '#engine/market/prices.ts'
import { type Market } from '#server/adapters/market/port.ts'
import type { SignalOptions } from './person-options.ts'

export type History = {
  tickers: readonly string[]
  horizon: 'days' | 'weeks' | 'months'
  /** The number of signals, and the first and last day on which they are posted, in days ago. */
  count: number
  days: readonly [first: number, last: number]
  /** The pick is the best of this many tickers by the return until its end. 1 means no skill. */
  bestOf: number
  /** Whether they are for subscribers. */
  isPremium?: boolean
  /** Sentences about a ticker. Each is combined with each opening. */
  reasons: readonly string[]
}

const DAY_MS = 86_400_000
/** The calendar days for which a position stays open (docs/record.md). */
const HORIZON_CALENDAR_DAYS = { days: 7, weeks: 30, months: 91 }
const BEGINNINGS = [
  'Buying',
  'Opening a position in',
  'Back in',
  'Starting on',
  'A week of',
  'Now long',
  'Adding to the list:',
]

const PREMIUM_BEGINNINGS = [
  'First part of',
  'Early in',
  'Quietly buying',
  'With a tight stop:',
  'A second look at',
  'Small, and early:',
  'Before the others:',
]

/** Deterministic for a day: the same sample prices give the same picks. */
export async function picks(
  market: Pick<Market, 'closes'>,
  now: Date,
  { tickers, horizon, count, days: [first, last], bestOf, reasons, isPremium = false }: History,
): Promise<SignalOptions[]> {
  const dayOf = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  const closes = new Map<string, { day: string; close: number }[]>()
  // With one ticker there is nothing to compare.
  for (const symbol of bestOf > 1 ? [BENCHMARK, ...tickers] : [])
    closes.set(
      symbol,
      (await market.closes(symbol, dayOf(first), dayOf(0))).map(({ day, close }) => ({
        day,
        close: close.toNumber(),
      })),
    )
  const growth = (symbol: string, from: string, to: string) => {
    const path = closes.get(symbol)?.filter(({ day }) => day >= from && day <= to) ?? []
    return (path.at(-1)?.close ?? 1) / (path[0]?.close ?? 1)
  }
  const busyUntil = new Map<string, number>()
  const beginnings = isPremium ? PREMIUM_BEGINNINGS : BEGINNINGS
  const step = (first - last) / (count - 1)
  return Array.from({ length: count }, (_, place): SignalOptions => {
    const daysAgo = first - place * step
    const [from, to] = [dayOf(daysAgo), dayOf(Math.max(0, daysAgo - HORIZON_CALENDAR_DAYS[horizon]))]
    const ahead = (symbol: string) => growth(symbol, from, to) - growth(BENCHMARK, from, to)
    // One position per ticker at a time, because another buy would only extend it.
    const free = tickers.filter((symbol) => (busyUntil.get(symbol) ?? Infinity) > daysAgo)
    const looked = Array.from(
      { length: Math.min(bestOf, free.length) },
      (_any, n) => free[(place * 7 + n * 5) % free.length] ?? '',
    )
    const ticker = looked.toSorted((a, b) => ahead(b) - ahead(a))[0] ?? tickers[0] ?? ''
    busyUntil.set(ticker, daysAgo - HORIZON_CALENDAR_DAYS[horizon] - 4)
    return {
      content: `${beginnings[Math.floor(place / reasons.length) % beginnings.length]} ${ticker}. ${reasons[place % reasons.length]}`,
      signalType: 'buy',
      tickers: [ticker],
      intent: 'bullish',
      timeHorizon: horizon,
      isPremium,
      hoursAgo: daysAgo * 24 + ((place * 5) % 9),
    }
  })
}
