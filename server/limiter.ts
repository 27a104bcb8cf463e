// Lets one at a time do what takes much memory; a few wait for their turn, more are sent away.
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'

export type Limiter = {
  /** Waiting ends with the signal's reason. Throws `unavailable` when it would be too long. */
  run<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Why somebody is sent away where there is no room to wait. */
export const tooBusy = (): Problem =>
  new Problem('unavailable', {
    message: 'Other files are being read right now. Please try again in a minute.',
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
      // Whoever leaves the queue leaves it to those before.
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
