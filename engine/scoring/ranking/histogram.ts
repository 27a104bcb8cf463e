// How many positions ended up how far ahead of SPY: the picture beside the averages. Pure.

/** Half of the bars are of positions ahead of SPY. The first and the last also have everything beyond them. */
export const BARS = 12
/** A person who trades by the week needs narrower bars than one who holds for a year. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2]
/** The share of positions that the bars should tell apart. */
const INSIDE = 0.9

export type Histogram = { step: number; counts: number[] }

/**
 * `excesses` are ratios. The bar at `BARS / 2` has the results above 0 up to one step; a result of exactly 0 isn't ahead. Null without
 * a position.
 */
export function histogramOf(excesses: readonly number[]): Histogram | null {
  if (excesses.length === 0) return null
  const reach = BARS / 2 - 1
  const step =
    STEPS.find(
      (width) =>
        excesses.filter((excess) => Math.abs(excess) <= reach * width).length >= INSIDE * excesses.length,
    ) ?? 0.2
  const counts = Array.from({ length: BARS }, () => 0)
  for (const excess of excesses) {
    // Stored ratios have 8 decimals, so that 0.03 / 0.01 must not become 3.0000000000000004.
    const place = Math.ceil(Number((excess / step).toFixed(6))) + BARS / 2 - 1
    const bar = Math.min(BARS - 1, Math.max(0, place))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { step, counts }
}
