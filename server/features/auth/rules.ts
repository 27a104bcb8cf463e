// The rules of signing in. Pure.
import { FAILED_SIGN_INS } from '#shared/limits.ts'

/** How long an address waits between two attempts after this many wrong passwords in the hour, in milliseconds. */
export function signInDelayMs(failures: number): number {
  const { points, firstDelaySeconds, doublesAfter, delayMaxSeconds } = FAILED_SIGN_INS
  if (failures < points) return 0
  return 1000 * Math.min(delayMaxSeconds, firstDelaySeconds * 2 ** ((failures - points) / doublesAfter))
}
