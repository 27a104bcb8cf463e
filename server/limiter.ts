// Limits concurrent work that needs much memory or CPU: a few tasks run, some callers wait, the rest are refused.
import PQueue from 'p-queue'
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

export function openLimiter(options: LimiterOptions): Limiter {
  const { concurrency, waitingMax = Infinity, waitMs, busy = tryAgainSoon } = options
  const queue = new PQueue({ concurrency })
  return {
    async run(task, signal) {
      signal?.throwIfAborted()
      if (queue.pending >= concurrency && queue.size >= waitingMax) throw busy()
      // Aborts only the wait: with the caller's own signal, p-queue would free the slot while the task is still
      // stopping.
      const wait = new AbortController()
      const abort = () => wait.abort(signal?.reason)
      const timer = waitMs === undefined ? undefined : setTimeout(() => wait.abort(busy()), waitMs)
      signal?.addEventListener('abort', abort)
      const endWait = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      const start = () => {
        endWait()
        return task()
      }
      return await queue.add(start, { signal: wait.signal }).finally(endWait)
    },
  }
}
