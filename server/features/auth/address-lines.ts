// Lets the sign-ins of each address wait in a line of their own, so that a flood takes turns with everybody else.
import { type Limiter, openLimiter } from '#server/limiter.ts'
import { RATE_LIMITS } from '#shared/limits.ts'
import { busy } from './hashing-queue.ts'

export type AddressLines = {
  /** Runs the task after the earlier ones of its address. Throws `sign_in_busy` if that takes too long or too many wait. */
  run<T>(address: string, task: () => Promise<T>): Promise<T>
}

/** How long a sign-in waits for the others of its address, in milliseconds. */
const WAIT_MS = 4000
/** How long a line may be: an address with more tries is over its rate limit anyway. */
const LINE_MAX = RATE_LIMITS.loginPerAddress.points
/** How many may be in all lines together, about: an address without a line always gets one. */
const ALL_MAX = 2000

/**
 * One sign-in of an address at a time, from the first query on. Without lines, ten tries each from 60 addresses would be 600
 * sets of queries, and whoever comes next would wait for all of them; with lines it is 60.
 */
export function openAddressLines(): AddressLines {
  const lines = new Map<string, { limiter: Limiter; length: number }>()
  let all = 0
  return {
    async run(address, task) {
      const length = lines.get(address)?.length ?? 0
      if (length >= LINE_MAX || (length > 0 && all >= ALL_MAX)) throw busy()
      const line = lines.get(address) ?? {
        limiter: openLimiter({ concurrency: 1, waitMs: WAIT_MS, busy }),
        length: 0,
      }
      lines.set(address, line)
      line.length += 1
      all += 1
      try {
        return await line.limiter.run(task)
      } finally {
        line.length -= 1
        all -= 1
        if (line.length === 0) lines.delete(address)
      }
    },
  }
}
