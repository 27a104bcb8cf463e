// The context of every call: the store, the current time, the options and the webhook queue.
import { stableId } from './samples/seeded-random.ts'
import type { Connection, Store, User } from './store.ts'
import { type EventType, type WebhookPayload, saveWebhook } from './webhooks.ts'

export type Context = {
  store: Store
  baseUrl: string
  clientId: string
  now: Date
  seedOf: (userId: string) => string
  /** `realtime`: positions and balances are fetched with each call. `daily`: they come from the daily sync. */
  plan: 'realtime' | 'daily'
  /** Whether a webhook URL is configured. */
  hasListener: boolean
}

export type CallRequest = {
  id: string
  query: URLSearchParams
  body: Record<string, unknown>
  /** The authenticated user; empty unless the route requires one. */
  user: User
}
export type CallReply = { status?: number; body?: unknown }

type Facts = Pick<WebhookPayload, 'accountId' | 'connectionAttemptedResult' | 'details' | 'brokerageId'>

export function queueWebhook(
  context: Context,
  eventType: EventType,
  userId: string,
  facts: Partial<WebhookPayload> = {},
): void {
  if (!context.hasListener) return
  const eventTimestamp = context.now.toISOString().replace('Z', '000+00:00')
  saveWebhook(context.store, { clientId: context.clientId, eventTimestamp, userId, eventType, ...facts })
}

/** Queues a webhook about a connection or one of its accounts. */
export function queueConnectionWebhook(
  context: Context,
  eventType: EventType,
  connection: Connection,
  facts: Partial<Facts> = {},
): void {
  const about = { brokerageId: brokerageId(connection.slug), brokerageAuthorizationId: connection.id }
  queueWebhook(context, eventType, connection.userId, { ...about, ...facts })
}

export const brokerageId = (slug: string) => stableId('brokerage', slug)
