// What every call gets: the store, the current time, the request and the settings.
import { nowInSeconds } from './clock.ts'
import { resourceMissing } from './errors.ts'
import { nounOf, type ObjectType, type ObjectTypes } from './stripe-objects.ts'
import type { Store } from './store.ts'

export type Context = {
  store: Store
  /** The sandbox's base URL, without a trailing slash. */
  baseUrl: string
  /** The request that causes the change; null when time does. */
  request: { id: string | null; idempotencyKey: string | null }
  settings: Settings
  /** The simulated current time while due work runs. */
  moment: { real: number | null }
  /** Endpoints that get webhooks without being registered. */
  targets: WebhookTarget[]
}

/** Where webhooks are sent: with the whole object (snapshot) or only its id (thin). */
export type WebhookTarget = {
  id: string
  url: string
  secret: string
  payload: 'snapshot' | 'thin'
  events: string[]
  /** Gets the events of connected accounts, and no others. */
  isConnect: boolean
}

export type Settings = {
  /** What happens to a subscription after the last retry fails. */
  whenRetriesEnd: 'cancel' | 'mark_unpaid' | 'leave_past_due'
  /** Days between one failed attempt and the next. */
  retryAfterDays: number[]
  /** Whether reversing a destination charge's transfer may make an account's balance negative. */
  allowsNegativeBalances: boolean
  country: string
  businessName: string
  /** The test rate of automatic taxes. */
  taxPercent: number
  /** Whether taxes can't be calculated. */
  taxFails: boolean
  /** The platform's tax settings. */
  taxSettings: {
    status: 'active' | 'pending'
    tax_behavior: 'exclusive' | 'inclusive'
    tax_code: string | null
  }
}

/** The current time on a test clock, or the real time. */
export function now(context: Context, testClock: string | null = null): number {
  if (testClock === null) return context.moment.real ?? nowInSeconds()
  return context.store.get('test_helpers.test_clock', testClock)?.frozen_time ?? nowInSeconds()
}

/** The current time of a customer. */
export function nowFor(context: Context, customer: string | null): number {
  return now(context, clockOf(context, customer))
}

export function clockOf(context: Context, customer: string | null): string | null {
  if (customer === null) return null
  const found = context.store.get('customer', customer)
  return found?.test_clock ?? null
}

/** Returns the object or throws: 404 if the URL names it, 400 if a parameter does. */
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

export function save<K extends ObjectType>(context: Context, kind: K, object: ObjectTypes[K]): void {
  const facts = object as { customer?: string | null; created?: number | string }
  const isBilled = kind === 'subscription' || kind === 'invoice'
  const testClock = isBilled ? clockOf(context, facts.customer ?? null) : null
  const created = typeof facts.created === 'number' ? facts.created : now(context, testClock)
  context.store.put(kind, object, { testClock, created })
}
