// What every call works with: the store, the moment, the request, and how a change is kept and told.
import { nowInSeconds } from './clock.ts'
import { noSuch } from './errors.ts'
import { nounOf, type ObjectType, type ObjectTypes } from './object-types.ts'
import type { Store } from './store.ts'

export type World = {
  store: Store
  /** Where the sandbox is reached, without a slash at its end. */
  baseUrl: string
  /** The request that caused what happens; none when time passes by itself. */
  request: { id: string | null; idempotencyKey: string | null }
  settings: Settings
  /** While the sandbox catches up with time: the moment it has come to. */
  moment: { real: number | null }
  /** Who is told of events without having registered. */
  listeners: Listener[]
}

/** Somebody who is told. Letters carry the whole object (snapshot) or only its id (thin). */
export type Listener = {
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
export function now(world: World, testClock: string | null = null): number {
  if (testClock === null) return world.moment.real ?? nowInSeconds()
  return world.store.get('test_helpers.test_clock', testClock)?.frozen_time ?? nowInSeconds()
}

/** The moment in a customer's life. */
export function nowFor(world: World, customer: string | null): number {
  return now(world, clockOf(world, customer))
}

export function clockOf(world: World, customer: string | null): string | null {
  if (customer === null) return null
  const found = world.store.get('customer', customer)
  return found?.test_clock ?? null
}

/** The object, or Stripe's refusal: 404 when it is the address that names it, 400 when a parameter does. */
export function find<K extends ObjectType>(
  world: World,
  kind: K,
  id: string,
  param?: string,
): ObjectTypes[K] {
  const found = world.store.get(kind, id)
  if (!found) throw noSuch(nounOf(kind), id, param)
  return found
}

/** Keeps an object as it is now. */
export function keep<K extends ObjectType>(world: World, kind: K, object: ObjectTypes[K]): void {
  const facts = object as { customer?: string | null; created?: number | string }
  const isBilled = kind === 'subscription' || kind === 'invoice'
  const testClock = isBilled ? clockOf(world, facts.customer ?? null) : null
  const created = typeof facts.created === 'number' ? facts.created : now(world, testClock)
  world.store.put(kind, object, { testClock, created })
}
