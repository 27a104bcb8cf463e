// What every part of the sandbox is handed: the state, the moment, and a way to write letters.
import { idOf } from './samples/chance.ts'
import type { Connection, Store, User } from './store.ts'
import { type EventType, type Letter, post } from './webhooks.ts'

export type World = {
  store: Store
  baseUrl: string
  clientId: string
  now: Date
  seedOf: (userId: string) => string
  /** Positions and balances are fetched with each call, or kept from the daily sync. */
  plan: 'realtime' | 'daily'
  /** Whether anyone listens. */
  hasListener: boolean
}

export type Ask = {
  id: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** Who they speak for; only where the route says so. */
  user: User
}
export type Reply = { status?: number; body?: unknown }

type Facts = Pick<Letter, 'accountId' | 'connectionAttemptedResult' | 'details' | 'brokerageId'>

export function tell(world: World, eventType: EventType, userId: string, facts: Partial<Letter> = {}): void {
  if (!world.hasListener) return
  const eventTimestamp = world.now.toISOString().replace('Z', '000+00:00')
  post(world.store, { clientId: world.clientId, eventTimestamp, userId, eventType, ...facts })
}

/** A letter about a connection, or about an account of it. */
export function tellOf(
  world: World,
  eventType: EventType,
  connection: Connection,
  facts: Partial<Facts> = {},
): void {
  const about = { brokerageId: brokerageId(connection.slug), brokerageAuthorizationId: connection.id }
  tell(world, eventType, connection.userId, { ...about, ...facts })
}

export const brokerageId = (slug: string) => idOf('brokerage', slug)
