// A clock that a test can move.
import { type Clock, systemClock } from '#server/clock.ts'

/** The system's clock plus an offset; ids and tokens stay random. */
export function settableClock(): Clock & { pass(milliseconds: number): void } {
  let offset = 0
  return {
    ...systemClock,
    now: () => new Date(systemClock.now().getTime() + offset),
    pass: (milliseconds) => (offset += milliseconds),
  }
}
