// Bounds work that is hungry for memory or processor: some of it runs, a few callers wait in line, more are refused.
import { Problem } from '#shared/problems.ts'

export type LimiterOptions = {
  /** How many tasks run at once. */
  concurrency: number
  /** How many callers may wait. Without it all may. */
  waitingMax?: number
  /** How long a caller waits at most, in milliseconds. Without it as long as it takes. */
  waitMs?: number
  /** What a caller gets for whom the line or the wait is too long. */
  busy?: () => Problem
}
export type Limiter = {
  /** Runs the task when its turn comes. Aborting the signal ends the wait with its reason. Throws `busy()`. */
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
    // Out of the line at once, so that no place is handed to a caller who has gone.
    const leave = (reason: unknown) => {
      const place = waiting.indexOf(turn)
      if (place !== -1) waiting.splice(place, 1)
      turn.reject(reason)
    }
    const timer = waitMs === undefined ? undefined : setTimeout(() => leave(busy()), waitMs)
    const abort = () => leave(signal?.reason)
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
        // The place passes straight to the next caller, so `running` stays as it is.
        const next = waiting.shift()
        if (next) next.resolve()
        else running -= 1
      }
    },
  }
}
