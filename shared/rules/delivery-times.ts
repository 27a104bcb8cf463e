// How fast devices got a signal, as counts in time spans of growing length: 56 numbers for any number of devices.

/**
 * The upper end of each span, in ms after the post: 0.1 s, then each a fifth longer than the last, up to half an hour.
 */
export const SPAN_ENDS_MS: readonly number[] = Array.from({ length: 56 }, (_, index) =>
  Math.round(100 * 1.2 ** index),
)

/** Adds times in ms to counts. Times beyond the last span are counted in it. */
export function withTimes(counts: readonly number[], timesMs: readonly number[]): number[] {
  const all = SPAN_ENDS_MS.map((_, index) => counts[index] ?? 0)
  for (const ms of timesMs) {
    const found = SPAN_ENDS_MS.findIndex((end) => ms <= end)
    const index = found < 0 ? all.length - 1 : found
    all[index] = (all[index] ?? 0) + 1
  }
  return all
}

/** The time in ms within which half of them arrived, overstated by at most a fifth; null without any. */
export function halfWithinMs(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let seen = 0
  const index = counts.findIndex((count) => (seen += count) * 2 >= total)
  return SPAN_ENDS_MS[index] ?? null
}
