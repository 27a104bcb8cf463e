// A wait with a time limit, so that a drill that hangs reports what it waits for.
import { setTimeout as wait } from 'node:timers/promises'

/** Resolves like `promise`. Throws a sentence that names `what` if it takes longer than `seconds`. */
export async function within<T>(seconds: number, what: string, promise: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = wait(seconds * 1000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`${what} took longer than ${seconds} s`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    over.abort()
    // Ending the timeout early isn't a failure.
    late.catch(() => {})
  }
}
