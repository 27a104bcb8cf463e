// Runs one memory-hungry task at a time; a few wait in line, and more are refused.
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'

export type Limiter = {
  /** Aborting the signal ends the wait with its reason. Throws `unavailable` when the line or the wait is too long. */
  run<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** The refusal when too many are waiting. */
export const tooBusy = (): Problem =>
  new Problem('unavailable', {
    message: 'We’re busy reading other files. Please try again in a minute.',
    retryAfterSeconds: 60,
  })

export function openLimiter({ waitingMax, waitMs }: { waitingMax: number; waitMs: number }): Limiter {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function wait(before: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
    const enough = new AbortController()
    const given = AbortSignal.any([enough.signal, ...(signal ? [signal] : [])])
    try {
      await Promise.race([
        before,
        pause(waitMs, undefined, { signal: given }).then(() => {
          throw tooBusy()
        }),
      ])
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      enough.abort()
    }
  }

  return {
    async run(act, signal) {
      if (waiting > waitingMax) throw tooBusy()
      const before = last
      const mine = Promise.withResolvers<void>()
      // A task that gives up waiting lets the next one wait for the one before it.
      last = before.then(() => mine.promise)
      waiting += 1
      try {
        await wait(before, signal)
        return await act()
      } finally {
        waiting -= 1
        mine.resolve()
      }
    },
  }
}
