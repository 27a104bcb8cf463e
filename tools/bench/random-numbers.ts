// Random numbers from a seed, the same on every computer, so that made-up markets and histories are reproducible.

export type Random = {
  /** Uniform, from 0 to 1 (mulberry32). */
  next: () => number
  /** A whole number below `count`. */
  below: (count: number) => number
  chance: (share: number) => boolean
  one: <T>(of: readonly T[]) => T
  /** Nearly normal, with a deviation of 1. */
  bell: () => number
}

export function randomNumbers(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    chance: (share) => next() < share,
    one: <T>(of: readonly T[]) => of[below(of.length)] as T,
    bell: () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6),
  }
}
