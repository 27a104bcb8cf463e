// Reads everything that the scores of a few tickers need.
import { exchangeDays } from '#engine/market/exchange-days.ts'
import { BENCHMARK } from '#engine/market/prices.ts'
import type { Deps } from '#server/deps.ts'
import type { TickerToScore } from '#engine/scoring/score-tickers.ts'
import type { Correction } from '#engine/scoring/compare-scores.ts'
import { corrections, readFrom, refreshInputs } from './inputs-store.ts'
import { firstInput, lastKnownDays } from './needed-series.ts'
import { calendarOf, pricePath } from '#engine/scoring/price-path.ts'
import { namesOf } from './read-market.ts'
import type { Prices } from '#engine/scoring/score-position.ts'
import { type DuePair, type DueTicker, setWaiting, signalsOf } from './scores-store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market'>

export type ScoringTools = {
  /** Whether a symbol is a known instrument, because the sample market has prices for any text. */
  isKnown: (symbol: string) => boolean
  /** Called for a ticker whose prices aren't stored yet. */
  requestPrices: (ticker: string) => Promise<void>
  benchmarks: Benchmarks
}

type Benchmarks = (
  from: string,
  lastDay: string,
) => Promise<Omit<Prices, 'share'> & { exchangeDays: ReadonlySet<string> }>

/** The benchmark's growth, cached for all tickers that need the same days. */
export function openBenchmarks(deps: Needs): Benchmarks {
  const reading = new Map<string, ReturnType<Benchmarks>>()
  const read: Benchmarks = async (from, lastDay) => {
    const calendar = calendarOf(from, lastDay)
    const known = new Set(exchangeDays(readFrom(from), lastDay))
    const inputs = await refreshInputs(deps, [{ ticker: BENCHMARK, from, lastDay, exchangeDays: known }])
    return { calendar, exchangeDays: known, spy: pricePath(inputs.get(BENCHMARK) ?? [], calendar) }
  }
  // One after the other, because each may store inputs of days that another one needs too.
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

export type Batch = {
  /** Tickers with stored prices, and unknown tickers. Tickers that wait for prices are left out. */
  tickers: readonly TickerToScore[]
  /** The authors of these tickers who are due. */
  due: readonly DuePair[]
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
    // A provider no longer lists a share that stopped trading, but its scores stay.
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
  const inputs = await refreshInputs(deps, [...ranges.values()])
  const ready = due.filter(({ ticker }) => !waiting.includes(ticker))
  return {
    tickers: ready.map(({ ticker }) => {
      const benchmark = ranges.get(ticker)?.benchmarks
      const share = benchmark && pricePath(inputs.get(ticker) ?? [], benchmark.calendar)
      const prices = benchmark && share ? { ...benchmark, share } : null
      return { ticker, signals: signals.get(ticker) ?? [], prices }
    }),
    due: ready.flatMap(({ authors }) => authors),
    corrections: ranges.size === 0 ? [] : await corrections(db, tickers, market.isSample),
  }
}

async function rangeOf(benchmarks: Benchmarks, ticker: string, from: string, lastDay: string) {
  const market = await benchmarks(from, lastDay)
  return { ticker, from, lastDay, exchangeDays: market.exchangeDays, benchmarks: market }
}
