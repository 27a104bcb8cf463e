// Reads all that the scores of a few tickers need.
import { BENCHMARK, SECOND_BENCHMARK } from '#engine/market/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { DayInput } from '#engine/scoring/day-inputs.ts'
import type { Correction, KnownScore } from '#engine/scoring/compare-scores.ts'
import { corrections, refreshInputs } from './inputs-store.ts'
import { firstInput, lastKnownDays } from './needed-series.ts'
import { calendarOf, pricePath } from '#engine/scoring/price-path.ts'
import { namesOf } from './read-market.ts'
import type { Prices } from '#engine/scoring/score-position.ts'
import { type DueTicker, setWaiting, signalsOf } from './scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

export type ScoringTools = {
  /** Whether something of that symbol is traded; the sample market has prices for every text. */
  isKnown: (symbol: string) => boolean
  /** Called for a ticker whose prices aren't there yet. */
  requestPrices: (ticker: string) => Promise<void>
  benchmarks: Benchmarks
}

type Benchmarks = (
  from: string,
  lastDay: string,
) => Promise<Omit<Prices, 'share'> & { exchangeDays: ReadonlySet<string> }>

/** The benchmarks' growth, kept for all tickers that need the same days. */
export function openBenchmarks(deps: Needs): Benchmarks {
  const reading = new Map<string, ReturnType<Benchmarks>>()
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
  // One after the other: each may store inputs of days that another one needs too.
  let last: Promise<unknown> = Promise.resolve()
  return (from, lastDay) => {
    const key = `${from} ${lastDay}`
    const known = reading.get(key)
    if (known) return known
    const prices = last.then(() => read(from, lastDay))
    reading.set(key, prices)
    last = prices.catch(() => reading.delete(key))
    return prices
  }
}

/** Tickers whose prices are there, and those that nothing is known of. Those that wait for prices are left out. */
export type Batch = {
  tickers: readonly DueTicker[]
  /** By ticker, in the order of their posts. */
  signals: ReadonlyMap<string, readonly KnownScore[]>
  /** By ticker; none of one that nothing is known of. */
  ranges: ReadonlyMap<string, Range>
  inputs: ReadonlyMap<string, DayInput[]>
  corrections: readonly Correction[]
}
type Range = Awaited<ReturnType<typeof rangeOf>>

export async function readBatch(
  deps: Needs,
  due: readonly DueTicker[],
  { isKnown, requestPrices, benchmarks }: ScoringTools,
): Promise<Batch> {
  const { db, market } = deps
  const tickers = due.map(({ ticker }) => ticker)
  const signals = Map.groupBy(await signalsOf(db, due), ({ ticker }) => ticker)
  const names = await namesOf(deps, tickers)
  const priced = tickers.flatMap((ticker) => {
    const own = signals.get(ticker) ?? []
    const symbols = (names.get(ticker) ?? []).map(({ symbol }) => symbol)
    // A provider no longer lists what stopped trading, and its scores stay.
    const isScored = own.some((one) => one.entryDay !== null && one.isSample === market.isSample)
    const firstPost = own[0]?.postedAt
    return firstPost && (isScored || symbols.some(isKnown)) ? [{ ticker, symbols, firstPost }] : []
  })
  const lastDays = await lastKnownDays(deps, priced)
  const waiting = priced.filter(({ ticker }) => lastDays.get(ticker) === null).map(({ ticker }) => ticker)
  for (const ticker of waiting) {
    await setWaiting(db, ticker, true)
    await requestPrices(ticker)
  }
  const ranges = new Map<string, Range>()
  for (const { ticker, firstPost } of priced) {
    const lastDay = lastDays.get(ticker)
    if (typeof lastDay === 'string')
      ranges.set(ticker, await rangeOf(benchmarks, ticker, firstInput(firstPost), lastDay))
  }
  return {
    tickers: due.filter(({ ticker }) => !waiting.includes(ticker)),
    signals,
    ranges,
    inputs: await refreshInputs(deps, [...ranges.values()]),
    corrections: ranges.size === 0 ? [] : await corrections(db, tickers, market.isSample),
  }
}

async function rangeOf(benchmarks: Benchmarks, ticker: string, from: string, lastDay: string) {
  const market = await benchmarks(from, lastDay)
  return { ticker, from, lastDay, exchangeDays: market.exchangeDays, benchmarks: market }
}
