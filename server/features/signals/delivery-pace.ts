// Sizes the delivery's steps by their cost, so that they barely delay concurrent posts and pages.

/** A step of 350 readers takes about this long on a quiet machine with two cores (measured: 500 take 3 ms). */
const STEP_MS = 2.5
/**
 * Each step has a fixed cost of about 1 ms, as much as 250 readers (measured), so much smaller steps would be
 * inefficient. With these and a pause after each step, 20,000 readers have a signal within 2 s even if a step takes
 * three times as long.
 */
export const READERS_MIN = 200
export const READERS_AT_FIRST = 300
const READERS_MAX = 2000

/**
 * The number of readers for the next step, given that a step for at most `readers` found `found` of them in `tookMs`.
 * At most half or twice as many, because a single step may have waited for something else.
 */
export function nextReaders(readers: number, found: number, tookMs: number): number {
  const ratio = STEP_MS / Math.max(tookMs, 1)
  const next =
    ratio < 1
      ? Math.max(readers * ratio, readers / 2)
      : // Most steps find fewer readers than their maximum, which reveals nothing about the cost of more.
        Math.max(readers, Math.min(found * ratio, readers * 2))
  return Math.round(Math.min(READERS_MAX, Math.max(READERS_MIN, next)))
}
