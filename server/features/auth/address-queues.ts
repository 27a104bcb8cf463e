// Queues the sign-ins of each network address separately, so that a flood takes turns with everybody else.
import { type Limiter, openLimiter } from '#server/limiter.ts'
import { RATE_LIMITS } from '#shared/limits.ts'
import { busy } from './hashing-queue.ts'

export type AddressQueues = {
  /**
   * Runs the task after the address's earlier ones. Throws `sign_in_busy` if the wait is too long or the
   * queue full.
   */
  run<T>(address: string, task: () => Promise<T>): Promise<T>
}

/** The longest wait for earlier sign-ins of the same address, in milliseconds. */
const WAIT_MS = 4000
/** The maximum length of a queue. An address with more attempts is over its rate limit anyway. */
const QUEUE_MAX = RATE_LIMITS.loginPerAddress.points
/** The approximate maximum over all queues. An address without a queue always gets one. */
const TOTAL_MAX = 2000

/**
 * Runs one sign-in per address at a time, from the first query on. Without this, ten attempts each from 60 addresses
 * would be 600 sets of queries ahead of the next person. With it there are 60.
 */
export function openAddressQueues(): AddressQueues {
  const queues = new Map<string, { limiter: Limiter; length: number }>()
  let total = 0
  return {
    async run(address, task) {
      const length = queues.get(address)?.length ?? 0
      if (length >= QUEUE_MAX || (length > 0 && total >= TOTAL_MAX)) throw busy()
      const queue = queues.get(address) ?? {
        limiter: openLimiter({ concurrency: 1, waitMs: WAIT_MS, busy }),
        length: 0,
      }
      queues.set(address, queue)
      queue.length += 1
      total += 1
      try {
        return await queue.limiter.run(task)
      } finally {
        queue.length -= 1
        total -= 1
        if (queue.length === 0) queues.delete(address)
      }
    },
  }
}
