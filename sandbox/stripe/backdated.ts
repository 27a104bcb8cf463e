// A sandbox that lives before the present, beside a real one, whose file takes over all that happened in it.
import { type ListeningSandbox, listenStripeSandbox } from './listen.ts'

export type BackdatedSandbox = ListeningSandbox & {
  /** Hands everything over to the real sandbox; to be called once, when its time has come to the present. */
  keep: () => void
}

/**
 * In memory, with a time of its own: `now`, in Unix seconds, may only move forward, and each request first lives
 * through what became due until then. It renews, charges and retries by the same rules as ever, and tells nobody.
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
