// Keeps requests for the same thing on one server from calling Stripe twice: they share a call.
import type Stripe from 'stripe'

/** Runs a call once for all requests with the same key that arrive while it is in progress. */
export function sharedCalls<T>(): (stripe: Stripe, key: string, call: () => Promise<T>) => Promise<T> {
  const byClient = new WeakMap<Stripe, Map<string, Promise<T>>>()
  return async (stripe, key, call) => {
    const inProgress = byClient.get(stripe) ?? new Map<string, Promise<T>>()
    byClient.set(stripe, inProgress)
    const first = inProgress.get(key)
    if (first) return await first
    const own = call().finally(() => inProgress.delete(key))
    inProgress.set(key, own)
    return await own
  }
}
