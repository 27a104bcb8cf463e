// The only place that reads time or randomness.
import { randomBytes, randomUUID } from 'node:crypto'

export type Clock = {
  /** The current instant, to the millisecond. */
  now(): Date
  /** Milliseconds since an arbitrary start, for measuring durations. Not affected by changes of the system time. */
  elapsedMs(): number
  /** A new row id (UUID version 4). */
  newId(): string
  /** An unguessable token: 32 random bytes as base64url, 43 characters. */
  newToken(): string
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
  newId: () => randomUUID(),
  newToken: () => randomBytes(32).toString('base64url'),
}
