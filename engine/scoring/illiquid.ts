// Recognizes illiquid shares: so cheap or rarely traded that one person's orders can move the price. Pure.
import { ILLIQUID } from './method.ts'
import type { PricePath } from './price-path.ts'

/**
 * Below $1 at the entry, or with a median daily value below $1 million over the 21 exchange days up to it. A day
 * without a trade counts as 0, a day with unknown volume doesn't count. If all volumes are unknown, only the close
 * decides.
 */
export function isIlliquid(entry: number, share: PricePath): boolean {
  const close = share.close(entry)
  if (close?.lessThan(ILLIQUID.close)) return true
  const values: number[] = []
  for (let place = Math.max(0, entry - ILLIQUID.days + 1); place <= entry; place += 1) {
    const value = share.dayValue(place)
    if (value !== null) values.push(value)
  }
  return values.length > 0 && median(values) < ILLIQUID.dayValue
}

/** Needs at least one value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
