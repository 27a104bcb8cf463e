// A second sandbox whose clock starts in the past. It merges its history into the real sandbox's file.
import { type ListeningSandbox, listenStripeSandbox } from './listen.ts'

export type BackdatedSandbox = ListeningSandbox & {
  /** Merges everything into the real sandbox. Call it once, when the clock has reached the present. */
  keep: () => void
}

/**
 * Runs in memory on its own clock: `now`, in Unix seconds, may only move forward. Each request first runs the work
 * that has become due. It renews, charges and retries by the usual rules, and sends no webhooks.
 */
export async function listenBackdated(real: ListeningSandbox, now: () => number): Promise<BackdatedSandbox> {
  const { deliver: _, ...options } = real.options
  const past = await listenStripeSandbox({ ...options, file: ':memory:', now })
  return {
    ...past,
    keep: () => {
      past.tick()
      past.mergeInto(real.options.file)
    },
  }
}
