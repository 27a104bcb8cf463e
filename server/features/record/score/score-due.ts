// Calculates the scores that are due, a few tickers at a time.
import { Decimal } from 'decimal.js'
import type { Deps } from '#server/deps.ts'
import { lastClosedDay } from '#server/adapters/market/exchange-days.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { dayNumber, dayOf } from '#server/market/calendar-day.ts'
import { marketReadiness, type SeriesNeed } from '#server/market/series.ts'
import { utcDay } from '#shared/rules/dates.ts'
import { figuresOf } from './figures.ts'
import { type Cause, type Correction, corrections, refreshInputs, SECOND_BENCHMARK } from './inputs-store.ts'
import { type Calendar, calendarOf, type PricePath, pricePath } from './price-path.ts'
import { symbolsOfTicker } from './read-market.ts'
import { type Prices, scorePosition, type Score, unpriced } from './score-position.ts'
import {
  type DueTicker,
  dueTickers,
  type KnownScore,
  type OfTicker,
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

/**
 * The series that the scores of a ticker need under all its symbols, if its first signal was posted then. From a new year, so that
 * it rarely moves.
 */
export function seriesOf(symbols: readonly string[], firstPost: Date): SeriesNeed[] {
  const from = firstInput(firstPost)
  return [...symbols, BENCHMARK, SECOND_BENCHMARK].flatMap((symbol) =>
    (['closes', 'splits', 'dividends'] as const).map((kind) => ({ kind, symbol, from })),
  )
}

const firstInput = (firstPost: Date): string =>
  `${dayOf(dayNumber(utcDay(firstPost)) - DAYS_BEFORE).slice(0, 4)}-01-01`

/**
 * Calculates the tickers that have been due longest, with all signals of the authors who are due. Returns how many there were.
 * `isKnown`: whether something of that symbol is traded; the sample market has prices for every text. Throws after all of them
 * if one of them failed.
 */
export async function scoreDue(
  deps: Needs,
  isKnown: (symbol: string) => boolean,
  requestPrices: RequestPrices,
): Promise<number> {
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
  return due.length
}

/** The benchmarks' growth, kept for the tickers that need the same days. */
function openBenchmarks(deps: Needs) {
  const known = new Map<string, Promise<Omit<Prices, 'share'>>>()
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
    const prices = known.get(key) ?? read(from, lastDay)
    known.set(key, prices)
    return prices
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
  const symbols = (await symbolsOfTicker(deps, due.ticker)).map(({ symbol }) => symbol)
  // A provider no longer lists what stopped trading, and its scores stay.
  const isScored = signals.some((one) => one.entryDay !== null && one.isSample === isSample)
  const ofTicker = <Row>(rows: readonly Row[]): OfTicker<Row>[] =>
    rows.map((row) => ({ ...row, ticker: due.ticker }))
  const whole = { done: ofTicker(due.authors), publicScores: [], restated: [], isPosted: false }
  if (!firstPost || !(isScored || symbols.some(isKnown)))
    return await saveScores(db, { ...whole, scores: ofTicker(unpriced(signals)) }, { now, isSample })
  const lastDay = await lastKnownDay(deps, symbols, firstPost)
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
      ...whole,
      scores: ofTicker(scores),
      publicScores: ofTicker(publicScoresOf(byAuthor, scores, prices)),
      restated: ofTicker(restatedOf(signals, { scores, prices, isSample, known })),
    },
    { now, isSample },
  )
}

/** The last day whose closes of the ticker and the benchmarks are known; null while they have to be fetched. */
export async function lastKnownDay(
  { db, clock, market }: Needs,
  symbols: readonly string[],
  firstPost: Date,
) {
  const now = clock.now()
  if (market.isSample) return lastClosedDay(now)
  const { missing, upTo } = await marketReadiness(db, seriesOf(symbols, firstPost), now)
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
    const { signalId, side, entryDay, asOf } = old
    if (entryDay === null || asOf === null || old.isSample !== isSample) return []
    const [entry, last] = [calendar.placeOf.get(entryDay), calendar.placeOf.get(asOf)]
    const figures =
      entry === undefined || last === undefined ? null : figuresOf({ side, entry, last }, share, spy)
    const { entryDay: entered, exitDay } = now.get(signalId) ?? {}
    const isRestated =
      entered !== entryDay ||
      // A position that had ended at the last price ends at the final value.
      (old.exitDay !== null &&
        old.exitDay !== exitDay &&
        causesOf(old, known).some(({ what }) => what === 'final_value')) ||
      !figures ||
      (['return', 'benchmark', 'excess'] as const).some((key) =>
        new Decimal(figures[key])
          .minus(old[key] ?? 0)
          .abs()
          .greaterThan(RESTATED),
      )
    if (!isRestated) return []
    const causes = causesOf(old, known)
    const what = causes.map(({ symbol, day }) => `${symbol} on ${day}`).join(', ')
    return [{ signalId, reason: what ? `corrected: ${what}` : 'the prices were corrected', causes }]
  })
}

/** What was corrected of a score's days since it was calculated. A final value comes after them. */
const causesOf = ({ entryDay, asOf, scoredAt }: KnownScore, known: readonly Correction[]): Cause[] =>
  known
    .filter(
      ({ day, storedAt, what }) =>
        storedAt > scoredAt && day >= (entryDay ?? '') && (day <= (asOf ?? '') || what === 'final_value'),
    )
    .map(({ symbol, day, what }) => ({ symbol, day, what }))
