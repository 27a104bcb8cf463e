// What every call works with: the store, the moment, the request, and how a change is kept and told.
import { nowInSeconds } from './clock.ts'
import { resourceMissing } from './errors.ts'
import { nounOf, type ObjectType, type ObjectTypes } from './object-types.ts'
import type { Store } from './store.ts'

export type Context = {
  store: Store
  /** Where the sandbox is reached, without a slash at its end. */
  baseUrl: string
  /** The request that caused what happens; none when time passes by itself. */
  request: { id: string | null; idempotencyKey: string | null }
  settings: Settings
  /** While the sandbox catches up with time: the moment it has come to. */
  moment: { real: number | null }
  /** Who is told of events without having registered. */
  targets: WebhookTarget[]
}

/** Somebody who is told. Letters carry the whole object (snapshot) or only its id (thin). */
export type WebhookTarget = {
  id: string
  url: string
  secret: string
  payload: 'snapshot' | 'thin'
  events: string[]
}

export type Settings = {
  /** What happens to a subscription when the last retry has failed. */
  whenRetriesEnd: 'cancel' | 'mark_unpaid' | 'leave_past_due'
  /** Days from each failed attempt to the next one. */
  retryAfterDays: number[]
  /** Whether reversing the transfer of a destination charge may leave an account with less than nothing. */
  allowsNegativeBalances: boolean
  country: string
  businessName: string
}

/** The moment for whoever lives on this test clock, or the real one. */
export function now(context: Context, testClock: string | null = null): number {
  if (testClock === null) return context.moment.real ?? nowInSeconds()
  return context.store.get('test_helpers.test_clock', testClock)?.frozen_time ?? nowInSeconds()
}

/** The moment in a customer's life. */
export function nowFor(context: Context, customer: string | null): number {
  return now(context, clockOf(context, customer))
}

export function clockOf(context: Context, customer: string | null): string | null {
  if (customer === null) return null
  const found = context.store.get('customer', customer)
  return found?.test_clock ?? null
}

/** The object, or Stripe's refusal: 404 when it is the address that names it, 400 when a parameter does. */
export function retrieve<K extends ObjectType>(
  context: Context,
  kind: K,
  id: string,
  param?: string,
): ObjectTypes[K] {
  const found = context.store.get(kind, id)
  if (!found) throw resourceMissing(nounOf(kind), id, param)
  return found
}

/** Keeps an object as it is now. */
export function save<K extends ObjectType>(context: Context, kind: K, object: ObjectTypes[K]): void {
  const facts = object as { customer?: string | null; created?: number | string }
  const isBilled = kind === 'subscription' || kind === 'invoice'
  const testClock = isBilled ? clockOf(context, facts.customer ?? null) : null
  const created = typeof facts.created === 'number' ? facts.created : now(context, testClock)
  context.store.put(kind, object, { testClock, created })
}
