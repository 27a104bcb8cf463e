// Limits concurrent work that needs much memory or CPU: some tasks run, some callers wait, and the rest are refused.
import { Problem } from '#shared/problems.ts'

export type LimiterOptions = {
  /** How many tasks run at once. */
  concurrency: number
  /** How many callers may wait; unlimited by default. */
  waitingMax?: number
  /** The longest wait of a caller, in milliseconds; unlimited by default. */
  waitMs?: number
  /** The error if the queue is full or the wait too long. */
  busy?: () => Problem
}
export type Limiter = {
  /**
   * Runs the task as soon as a slot is free. Aborting the signal during the wait throws its reason. Throws
   * `busy()`.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

const tryAgainSoon = () => new Problem('unavailable', { retryAfterSeconds: 2 })

export function openLimiter({
  concurrency,
  waitingMax = Infinity,
  waitMs,
  busy = tryAgainSoon,
}: LimiterOptions): Limiter {
  let running = 0
  const waiting: PromiseWithResolvers<void>[] = []

  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (running < concurrency) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) throw busy()
    const turn = Promise.withResolvers<void>()
    waiting.push(turn)
    // Leaves the queue at once, so that no slot goes to a caller that has given up.
    const giveUp = (reason: unknown) => {
      const index = waiting.indexOf(turn)
      if (index !== -1) waiting.splice(index, 1)
      turn.reject(reason)
    }
    const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(busy()), waitMs)
    const abort = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      await turn.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    async run(task, signal) {
      await acquire(signal)
      try {
        return await task()
      } finally {
        // The slot passes straight to the next caller, so `running` doesn't change.
        const next = waiting.shift()
        if (next) next.resolve()
        else running -= 1
      }
    },
  }
}
