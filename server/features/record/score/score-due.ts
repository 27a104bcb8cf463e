// Calculates the scores that are due, a few tickers at a time.
import { Decimal } from 'decimal.js'
import type { Deps } from '#server/deps.ts'
import { lastClosedDay } from '#server/adapters/market/exchange-days.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { marketReadiness, type SeriesNeed } from '#server/market/series.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { figuresOf } from './figures.ts'
import { type Correction, corrections, refreshInputs, SECOND_BENCHMARK } from './inputs-store.ts'
import { type Calendar, calendarOf, type PricePath, pricePath } from './price-path.ts'
import { type Prices, scorePosition, type Score, unpriced } from './score-position.ts'
import {
  type DueTicker,
  dueTickers,
  isAnyDue,
  type KnownScore,
  type Restatement,
  saveScores,
  setWaiting,
  signalsOf,
} from './scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>
/** Called for a ticker whose prices aren't there yet. */
type RequestPrices = (ticker: string) => Promise<void>

const TICKERS_MAX = 10
/** More than the exchange days that beta is estimated from. */
const DAYS_BEFORE = 400
/** A figure that moves by more than this is restated. */
const RESTATED = '0.0001'

/** The series that the scores of a ticker need, if its first signal was posted then. From a new year, so that it rarely moves. */
export function seriesOf(ticker: string, firstPost: Date): SeriesNeed[] {
  const from = firstInput(firstPost)
  return [ticker, BENCHMARK, SECOND_BENCHMARK].flatMap((symbol) =>
    (['closes', 'splits', 'dividends'] as const).map((kind) => ({ kind, symbol, from })),
  )
}

const firstInput = (firstPost: Date): string =>
  `${dayOf(dayNumber(utcDay(firstPost)) - DAYS_BEFORE).slice(0, 4)}-01-01`

/**
 * Calculates the tickers that have been due longest. True if there are more, also because an input turned out to be corrected.
 * `isKnown`: whether something of that symbol is traded; the sample market has prices for every text. Throws after all of them
 * if one of them failed.
 */
export async function scoreDue(
  deps: Needs,
  isKnown: (symbol: string) => boolean,
  requestPrices: RequestPrices,
): Promise<boolean> {
  const due = await dueTickers(deps.db, TICKERS_MAX)
  const market = openBenchmarks(deps)
  const failures: unknown[] = []
  for (const ticker of due)
    try {
      await scoreTicker(deps, ticker, { isKnown, requestPrices, market })
    } catch (error) {
      // The others go on. This one is tried again after the next close.
      await setWaiting(deps.db, ticker.ticker, true)
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return await isAnyDue(deps.db)
}

/** The benchmarks' growth, kept for the tickers that need the same days. */
function openBenchmarks(deps: Needs) {
  let known: { key: string; prices: Promise<Omit<Prices, 'share'>> } | undefined
  const read = async (from: string, lastDay: string) => {
    const calendar = calendarOf(from, lastDay)
    const [spy, qqq] = await Promise.all([
      pathOf(deps, BENCHMARK, { from, lastDay }, calendar),
      pathOf(deps, SECOND_BENCHMARK, { from, lastDay }, calendar),
    ])
    return { calendar, spy, qqq }
  }
  return (from: string, lastDay: string) => {
    const key = `${from} ${lastDay}`
    if (known?.key !== key) known = { key, prices: read(from, lastDay) }
    return known.prices
  }
}

async function pathOf(
  deps: Needs,
  symbol: string,
  range: { from: string; lastDay: string },
  calendar: Calendar,
): Promise<PricePath> {
  return pricePath(await refreshInputs(deps, symbol, range, new Set(calendar.days)), calendar)
}

async function scoreTicker(
  deps: Needs,
  due: DueTicker,
  {
    isKnown,
    requestPrices,
    market,
  }: {
    isKnown: (symbol: string) => boolean
    requestPrices: RequestPrices
    market: ReturnType<typeof openBenchmarks>
  },
): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const { isSample } = deps.market
  const signals = await signalsOf(db, due)
  const firstPost = signals[0]?.postedAt
  if (!firstPost || !isKnown(due.ticker))
    return await saveScores(
      db,
      { due, scores: unpriced(signals), publicScores: [], restated: [] },
      { now, isSample },
    )
  const lastDay = await lastKnownDay(deps, due.ticker, firstPost)
  if (lastDay === null) {
    await setWaiting(db, due.ticker, true)
    return await requestPrices(due.ticker)
  }
  const from = firstInput(firstPost)
  const benchmarks = await market(from, lastDay)
  const share = await pathOf(deps, due.ticker, { from, lastDay }, benchmarks.calendar)
  const prices = { ...benchmarks, share }
  const byAuthor = [...Map.groupBy(signals, ({ author }) => author).values()]
  const scores = byAuthor.flatMap((all) => scorePosition(all, prices))
  const known = await corrections(db, [due.ticker], isSample)
  await saveScores(
    db,
    {
      due,
      scores,
      publicScores: publicScoresOf(byAuthor, scores, prices),
      restated: restatedOf(signals, { scores, prices, isSample, known }),
    },
    { now, isSample },
  )
}

/** The last day whose closes of the ticker and the benchmarks are known; null while they have to be fetched. */
async function lastKnownDay({ db, clock, market }: Needs, ticker: string, firstPost: Date) {
  const now = clock.now()
  if (market.isSample) return lastClosedDay(now)
  const { missing, upTo } = await marketReadiness(db, seriesOf(ticker, firstPost), now)
  return missing.length === 0 ? upTo : null
}

/** What the scores would be without the trades that are sealed, as far as they differ. */
function publicScoresOf(
  byAuthor: readonly KnownScore[][],
  scores: readonly Score[],
  prices: Prices,
): Score[] {
  const full = new Map(scores.map((score) => [score.signalId, JSON.stringify(score)]))
  return byAuthor.flatMap((all) => {
    const open = all.filter(({ isSealed }) => !isSealed)
    if (open.length === all.length) return []
    return scorePosition(open, prices).filter((score) => full.get(score.signalId) !== JSON.stringify(score))
  })
}

/** Which published figures of the same days are different now, and why. */
function restatedOf(
  before: readonly KnownScore[],
  {
    scores,
    prices: { calendar, share, spy },
    isSample,
    known,
  }: { scores: readonly Score[]; prices: Prices; isSample: boolean; known: readonly Correction[] },
): Restatement[] {
  const now = new Map(scores.map((score) => [score.signalId, score]))
  return before.flatMap((old) => {
    const { signalId, side, entryDay, asOf, scoredAt } = old
    if (entryDay === null || asOf === null || old.isSample !== isSample) return []
    const [entry, last] = [calendar.placeOf.get(entryDay), calendar.placeOf.get(asOf)]
    const figures =
      entry === undefined || last === undefined ? null : figuresOf({ side, entry, last }, share, spy)
    const isRestated =
      now.get(signalId)?.entryDay !== entryDay ||
      !figures ||
      (['return', 'benchmark', 'excess'] as const).some((key) =>
        new Decimal(figures[key])
          .minus(old[key] ?? 0)
          .abs()
          .greaterThan(RESTATED),
      )
    if (!isRestated) return []
    const causes = known.filter(({ day, storedAt }) => storedAt > scoredAt && day <= asOf && day >= entryDay)
    const what = causes.map(({ symbol, day }) => `${symbol} on ${day}`).join(', ')
    return [{ signalId, reason: what ? `corrected: ${what}` : 'the prices were corrected' }]
  })
}
