// Calculates the scores that are due, a few tickers at a time.
import type { Deps } from '#server/deps.ts'
import { BENCHMARK } from '#server/adapters/market/port.ts'
import { publicScoresOf, restatedOf } from './compare-scores.ts'
import { corrections, refreshInputs, SECOND_BENCHMARK } from './inputs-store.ts'
import { firstInput, lastKnownDays } from './needed-series.ts'
import { calendarOf, pricePath } from './price-path.ts'
import { namesOf } from './read-market.ts'
import { type Prices, scorePosition, type Score, unpriced } from './score-position.ts'
import {
  type DueTicker,
  dueTickers,
  type KnownScore,
  type OfTicker,
  saveScores,
  type Scored,
  setWaiting,
  signalsOf,
} from './scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

/** Enough that the questions to the database cost little, and few enough for little memory (measured). */
const BATCH = { tickersMax: 25, authorsMax: 5000 }

export type ScoringTools = {
  /** Whether something of that symbol is traded; the sample market has prices for every text. */
  isKnown: (symbol: string) => boolean
  /** Called for a ticker whose prices aren't there yet. */
  requestPrices: (ticker: string) => Promise<void>
  benchmarks: Benchmarks
}

/**
 * Calculates some tickers that are due, with all signals of the authors who are due. Returns how many there were. Throws after all of
 * them if one of them failed.
 */
export async function scoreDue(deps: Needs, tools: ScoringTools): Promise<number> {
  const due = await dueTickers(deps.db, BATCH)
  const failures: unknown[] = []
  try {
    await scoreTickers(deps, due, tools)
  } catch {
    for (const one of due)
      try {
        await scoreTickers(deps, [one], tools)
      } catch (error) {
        // The others go on. This one is tried again after the next close.
        await setWaiting(deps.db, one.ticker, true)
        failures.push(error)
      }
  }
  if (failures.length > 0) throw failures[0]
  return due.length
}

type Benchmarks = (
  from: string,
  lastDay: string,
) => Promise<Omit<Prices, 'share'> & { exchangeDays: ReadonlySet<string> }>

/** The benchmarks' growth, kept for all tickers that need the same days. */
export function openBenchmarks(deps: Needs): Benchmarks {
  const known = new Map<string, Awaited<ReturnType<Benchmarks>>>()
  const read: Benchmarks = async (from, lastDay) => {
    const calendar = calendarOf(from, lastDay)
    const exchangeDays = new Set(calendar.days)
    const range = { from, lastDay, exchangeDays }
    const inputs = await refreshInputs(
      deps,
      [BENCHMARK, SECOND_BENCHMARK].map((ticker) => ({ ticker, ...range })),
    )
    const pathOf = (symbol: string) => pricePath(inputs.get(symbol) ?? [], calendar)
    return { calendar, exchangeDays, spy: pathOf(BENCHMARK), qqq: pathOf(SECOND_BENCHMARK) }
  }
  return async (from, lastDay) => {
    const key = `${from} ${lastDay}`
    const prices = known.get(key) ?? (await read(from, lastDay))
    known.set(key, prices)
    return prices
  }
}

/** Reads what all of them need at once, and saves all of them in one transaction. */
async function scoreTickers(
  deps: Needs,
  due: readonly DueTicker[],
  { isKnown, requestPrices, benchmarks }: ScoringTools,
): Promise<void> {
  if (due.length === 0) return
  const { db, clock, market } = deps
  const { isSample } = market
  const tickers = due.map(({ ticker }) => ticker)
  const signals = Map.groupBy(await signalsOf(db, due), ({ ticker }) => ticker)
  const names = await namesOf(deps, tickers)
  const priced = tickers.flatMap((ticker) => {
    const own = signals.get(ticker) ?? []
    const symbols = (names.get(ticker) ?? []).map(({ symbol }) => symbol)
    // A provider no longer lists what stopped trading, and its scores stay.
    const isScored = own.some((one) => one.entryDay !== null && one.isSample === isSample)
    const firstPost = own[0]?.postedAt
    return firstPost && (isScored || symbols.some(isKnown)) ? [{ ticker, symbols, firstPost }] : []
  })
  const lastDays = await lastKnownDays(deps, priced)
  const waiting = priced.filter(({ ticker }) => lastDays.get(ticker) === null).map(({ ticker }) => ticker)
  for (const ticker of waiting) {
    await setWaiting(db, ticker, true)
    await requestPrices(ticker)
  }
  const ranges: Awaited<ReturnType<typeof rangeOf>>[] = []
  // One after the other: each may store the benchmarks' inputs of days that another one needs too.
  for (const { ticker, firstPost } of priced) {
    const lastDay = lastDays.get(ticker)
    if (typeof lastDay === 'string')
      ranges.push(await rangeOf(benchmarks, ticker, firstInput(firstPost), lastDay))
  }
  const inputs = await refreshInputs(deps, ranges)
  const known = ranges.length === 0 ? [] : await corrections(db, tickers, isSample)
  const whole: Scored = { done: [], scores: [], publicScores: [], restated: [], isPosted: false }
  const all = {
    ...whole,
    done: due.filter(({ ticker }) => !waiting.includes(ticker)).flatMap((one) => one.authors),
  }
  const [scores, publicScores, restated]: [
    OfTicker<Score>[],
    OfTicker<Score>[],
    Scored['restated'][number][],
  ] = [[], [], []]
  for (const ticker of tickers) {
    if (waiting.includes(ticker)) continue
    const own = signals.get(ticker) ?? []
    const range = ranges.find((one) => one.ticker === ticker)
    const ofTicker = <Row>(rows: readonly Row[]): OfTicker<Row>[] => rows.map((row) => ({ ...row, ticker }))
    if (!range) {
      scores.push(...ofTicker(unpriced(own)))
      continue
    }
    const prices = {
      ...range.benchmarks,
      share: pricePath(inputs.get(ticker) ?? [], range.benchmarks.calendar),
    }
    const byAuthor: KnownScore[][] = [...Map.groupBy(own, ({ author }) => author).values()]
    const scored = byAuthor.flatMap((one) => scorePosition(one, prices))
    scores.push(...ofTicker(scored))
    publicScores.push(...ofTicker(publicScoresOf(byAuthor, scored, prices)))
    const ofShare = known.filter(({ symbol }) => symbol === ticker || BENCHMARKS.includes(symbol))
    restated.push(...ofTicker(restatedOf(own, { scores: scored, prices, isSample, known: ofShare })))
  }
  await saveScores(db, { ...all, scores, publicScores, restated }, { now: clock.now(), isSample })
}

const BENCHMARKS = [BENCHMARK, SECOND_BENCHMARK]

async function rangeOf(benchmarks: Benchmarks, ticker: string, from: string, lastDay: string) {
  const market = await benchmarks(from, lastDay)
  return { ticker, from, lastDay, exchangeDays: market.exchangeDays, benchmarks: market }
}
