// The costs of a position: entering and leaving it, and borrowing the shares for a short. Also recognizes thin shares.
import { ILLIQUID } from '#engine/scoring/method.ts'
import { BORROW_FEES, HIGHEST_BORROW_FEE, ROUND_TRIP } from './method.ts'
import { type Exact, exact, tenTo, unitsAt } from './exact.ts'
import { movesUpTo, type TickerPath } from './ticker-path.ts'

/** In 1e-8: `trip` once, on the day after the entry; `fee` each day. */
export type Costs = { trip: number; fee: number }

export function costsOf(path: TickerPath, entry: number, side: 1 | -1): Costs {
  const trip = turnover(path, entry) === LIQUID ? ROUND_TRIP.liquid : ROUND_TRIP.other
  return { trip, fee: side === 1 ? 0 : borrowFee(path, entry) }
}

function borrowFee(path: TickerPath, entry: number): number {
  const moves = movesUpTo(path, entry)
  const step = moves && BORROW_FEES.find(({ below }) => moves.sum < below * moves.count)
  return step ? step.fee : HIGHEST_BORROW_FEE
}

/**
 * Whether the close is below $1 or the median daily value is below $1 million. Such positions are scored, but not
 * rated.
 */
export function isThin(path: TickerPath, entry: number): boolean {
  const close = path.row(entry)?.close
  if (close !== undefined && !isAtLeast(exact(close), ILLIQUID.close)) return true
  return turnover(path, entry) === LOW
}

const isAtLeast = ({ units, decimals }: Exact, dollars: number) => units >= BigInt(dollars) * tenTo(decimals)

/** Classes of the median daily value, 0 until it is computed. An unknown value is `MIDDLE`. */
const [LOW, MIDDLE, LIQUID] = [1, 2, 3]

function turnover(path: TickerPath, place: number): number {
  const byPlace = turnovers.get(path) ?? new Uint8Array(path.moves.length)
  turnovers.set(path, byPlace)
  const known = byPlace[place]
  if (known) return known
  const value = medianOf(path, place)
  const isLow = value !== null && !isAtLeast(value, ILLIQUID.dayValue)
  const isLiquid = value !== null && isAtLeast(value, ROUND_TRIP.liquidFrom)
  return (byPlace[place] = isLow ? LOW : isLiquid ? LIQUID : MIDDLE)
}
/** Cached, because many people enter a share on the same day. */
const turnovers = new WeakMap<TickerPath, Uint8Array>()

/**
 * The median of close × volume over the 21 exchange days up to a place, in US dollars. A day without a close counts as
 * 0; a day with unknown volume is skipped. Null if all days are skipped.
 */
function medianOf(path: TickerPath, place: number): Exact | null {
  const values: Exact[] = []
  for (let at = Math.max(0, place - ILLIQUID.days + 1); at <= place; at += 1) {
    const row = path.row(at)
    if (!row) values.push(NOTHING)
    else if (row.volume !== null) values.push(product(exact(row.close), exact(String(row.volume))))
  }
  if (values.length === 0) return null
  const decimals = Math.max(...values.map((value) => value.decimals))
  const sorted = values
    .map((value) => unitsAt(value, decimals))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [lower = 0n, upper = 0n] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  // Half of the sum: times 5, with one more decimal.
  return { units: (lower + upper) * 5n, decimals: decimals + 1 }
}
const NOTHING: Exact = { units: 0n, decimals: 0 }
const product = (a: Exact, b: Exact): Exact => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
})
