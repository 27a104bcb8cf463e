// Monkeys copy the days, sides, weights and costs of a record, but with random tickers of similar risk.
import { createHash } from 'node:crypto'
import type { RatedPosition } from './book-positions.ts'
import type { Market } from './market.ts'
import type { MarketSums } from './market-sums.ts'
import { MONKEYS, PORTFOLIO } from './method.ts'
import { type Figures, figuresOf, recordSums } from './regression.ts'
import { tail } from './student-t.ts'
import type { TickerPath } from './ticker-path.ts'
import { firstDay, type Replaced, weeklyResults } from './weekly-results.ts'

/** A record that monkeys imitate, up to the place `last`. */
export type Imitated = { id: string; positions: readonly RatedPosition[]; last: number }
export type MonkeyMarket = { market: Market; sums: MarketSums }

/** For each ticker of a record, the tickers from which a monkey chooses. */
export type Pools = { pools: ReadonlyMap<string, readonly string[]>; choice: number }

/** A ticker must have traded on this fraction of the record's days. */
const TRADED_SHARE = { of: 20, days: 19 } as const
const HASH_BYTES = 6

/** The monkey's choice for a ticker, from 0. `seed`: a root of the log, so that nobody can choose it. */
export const pick = (seed: string, record: string, monkey: number, ticker: string, size: number): number =>
  createHash('sha256').update(`${seed}|${record}|${monkey}|${ticker}`).digest().readUIntBE(0, HASH_BYTES) %
  size

/**
 * For each of the record's tickers, the 20 with the nearest mean daily move over the record's days. `universe`: all
 * tickers in which anybody opened a position. `choice`: how many of them traded often enough.
 */
export function monkeyPools(record: Imitated, universe: readonly string[], { path }: Market): Pools {
  const first = firstDay(record.positions)
  const days = Math.max(0, record.last - first + 1)
  // All tickers are compared over the same days, so the sums of their moves have the same order as the means.
  const riskOf = (ticker: string): Risk => ({
    ticker,
    moved: between(totalsOf(path(ticker)).moves, first, record.last),
  })
  const choice = universe
    .filter((ticker) => {
      const traded = between(totalsOf(path(ticker)).traded, first, record.last)
      return path(ticker).hasClose(first - 1) && traded * TRADED_SHARE.of >= TRADED_SHARE.days * days
    })
    .map(riskOf)
    .toSorted((a, b) => a.moved - b.moved)
  const own = new Set(record.positions.map(({ ticker }) => ticker))
  const pools = new Map([...own].map((ticker) => [ticker, nearest(riskOf(ticker), choice)]))
  return { pools, choice: choice.length }
}

type Risk = { ticker: string; moved: number }

/** The 20 nearest other tickers; ties are broken by ticker. `choice` ascends. */
function nearest({ ticker, moved }: Risk, choice: readonly Risk[]): string[] {
  const above = choice.findIndex((other) => other.moved >= moved)
  let high = above === -1 ? choice.length : above
  let low = high - 1
  const near: { ticker: string; distance: number }[] = []
  for (;;) {
    const [left, right] = [choice[low], choice[high]]
    const isLeft = left !== undefined && (!right || moved - left.moved <= right.moved - moved)
    const next = isLeft ? left : right
    if (!next) break
    const distance = Math.abs(next.moved - moved)
    // Takes one more than needed, because the ticker itself may be among them, and all that tie with the last one.
    if (near.length > MONKEYS.pool && distance > (near.at(-1)?.distance ?? 0)) break
    near.push({ ticker: next.ticker, distance })
    if (isLeft) low -= 1
    else high += 1
  }
  return near
    .filter((other) => other.ticker !== ticker)
    .toSorted((a, b) => a.distance - b.distance || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, MONKEYS.pool)
    .map((other) => other.ticker)
}

/** Running sums of a ticker's absolute moves and of its closes, by place. */
type Totals = { moves: Float64Array; traded: Float64Array }
const totals = new WeakMap<TickerPath, Totals>()

function totalsOf(path: TickerPath): Totals {
  const known = totals.get(path)
  if (known) return known
  const made = {
    moves: new Float64Array(path.moves.length + 1),
    traded: new Float64Array(path.moves.length + 1),
  }
  for (const [place, move] of path.moves.entries()) {
    made.moves[place + 1] = (made.moves[place] ?? 0) + Math.abs(move)
    made.traded[place + 1] = (made.traded[place] ?? 0) + (path.hasClose(place) ? 1 : 0)
  }
  totals.set(path, made)
  return made
}
const between = (running: Float64Array, from: number, to: number) =>
  (running[Math.max(from, to + 1)] ?? 0) - (running[from] ?? 0)

/** The figures of one monkey; null if there are none. */
export function monkeyFigures(
  record: Imitated,
  { pools }: Pools,
  { seed, monkey }: { seed: string; monkey: number },
  { market, sums }: MonkeyMarket,
): Figures | null {
  const replaced: Replaced = new Map(
    [...pools].flatMap(([ticker, pool]): [string, string][] => {
      const chosen = pool.length > 0 ? pool[pick(seed, record.id, monkey, ticker, pool.length)] : undefined
      return chosen === undefined ? [] : [[ticker, chosen]]
    }),
  )
  const { firstWeek, ys, filled } = weeklyResults(record.positions, market, record.last, { replaced })
  const range = sums.range(firstWeek, ys.length)
  const own = recordSums(sums.weeks.slice(firstWeek, firstWeek + ys.length), ys)
  return own && figuresOf(own, range, filled / (range.days * PORTFOLIO))
}

/** The probability that a monkey does as well as the record, given the t of at least two monkeys. */
export function beyondMonkeys(t: number, df: number, ts: readonly number[]): number {
  let sum = 0
  for (const one of ts) sum += one
  const mean = sum / ts.length
  let squares = 0
  for (const one of ts) squares += (one - mean) * (one - mean)
  const deviation = Math.sqrt(squares / (ts.length - 1))
  return tail((t - Math.max(0, mean)) / Math.max(1, deviation), df)
}
