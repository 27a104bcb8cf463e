// The age of a signal as its card shows it (spec section 2, "Signal card").
import { AGE_DAY_S, AGE_HOUR_S, AGE_MINUTE_S } from '../limits.ts'

/** "now", "5m", "3h" or "12d"; an instant in the future is "now". Both arguments are milliseconds since the epoch. */
export function age(createdAtMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - createdAtMs) / 1000)
  if (seconds < AGE_MINUTE_S) return 'now'
  if (seconds < AGE_HOUR_S) return `${Math.floor(seconds / AGE_MINUTE_S)}m`
  if (seconds < AGE_DAY_S) return `${Math.floor(seconds / AGE_HOUR_S)}h`
  return `${Math.floor(seconds / AGE_DAY_S)}d`
}
