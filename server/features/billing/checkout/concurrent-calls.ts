// Keeps requests for the same thing from calling Stripe twice: on one server they share a call, on several they wait.
import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { stripeErrorCode } from '#server/adapters/stripe.ts'

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

const POLL_MS = 300
const POLL_FOR_MS = 60_000

/**
 * Repeats a call while Stripe refuses it because another server's call with the same idempotency key is in progress. Once
 * that call is done, Stripe answers with its result. Throws Stripe's refusal after a minute.
 */
export async function waitForIdempotencyKey<T>(call: () => Promise<T>): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await call()
    } catch (error) {
      if (stripeErrorCode(error) !== 'idempotency_key_in_use' || waitedMs >= POLL_FOR_MS) throw error
    }
    await sleep(POLL_MS)
  }
}
