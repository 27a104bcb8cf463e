// The rules of signing in, without a database or a clock.
import { FAILED_SIGN_INS } from '#shared/limits.ts'

/** How long an address waits between two tries after this many wrong passwords in the hour, in milliseconds. */
export function signInDelayMs(failures: number): number {
  const { points, firstDelaySeconds, doublesAfter, delayMaxSeconds } = FAILED_SIGN_INS
  if (failures < points) return 0
  return 1000 * Math.min(delayMaxSeconds, firstDelaySeconds * 2 ** ((failures - points) / doublesAfter))
}
