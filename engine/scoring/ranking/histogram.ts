// The distribution of positions by their result relative to SPY. Pure.

/** Half of the bars are for positions ahead of SPY. The first and the last bar include everything beyond them. */
export const BARS = 12
/** The widths of a bar. A person who trades by the week needs narrower bars than one who holds for a year. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2]
/** The fraction of positions that must fall within the bars' range. */
const INSIDE = 0.9

export type Histogram = { step: number; counts: number[] }

/**
 * `excesses` are ratios. The bar at `BARS / 2` contains the results above 0 and up to one step; a result of exactly 0
 * isn't ahead. Null without positions.
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
    // Rounded, because 0.03 / 0.01 is 3.0000000000000004. Stored ratios have 8 decimals.
    const place = Math.ceil(Number((excess / step).toFixed(6))) + BARS / 2 - 1
    const bar = Math.min(BARS - 1, Math.max(0, place))
    counts[bar] = (counts[bar] ?? 0) + 1
  }
  return { step, counts }
}
