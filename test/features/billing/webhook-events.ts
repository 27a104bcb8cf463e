// Stripe's deliveries in the hands of a test, on a server that was started with `webhooks: { hold: true }`.
import type { TestServer } from '#test/server.ts'

export type WebhookDeliveries = ReturnType<TestServer['sandbox']['webhooks']['pending']>

/** Delivers until Stripe has nothing more to tell, for working off a snapshotEvent may cause another one. */
export async function deliverAll(
  server: TestServer,
  arrange: (deliveries: WebhookDeliveries) => WebhookDeliveries = (deliveries) => deliveries,
  atOnce = 1,
): Promise<void> {
  const { webhooks } = server.sandbox
  for (let deliveries = webhooks.pending(); deliveries.length > 0; deliveries = webhooks.pending()) {
    const line = arrange(deliveries)
    for (let from = 0; from < line.length; from += atOnce)
      await Promise.all(line.slice(from, from + atOnce).map(({ id }) => webhooks.deliver(id)))
    await server.jobsDone()
  }
}

/** They are lost for good: Stripe believes that they have arrived. */
export function dropAll({ sandbox }: TestServer): void {
  for (const { id } of sandbox.webhooks.pending()) sandbox.webhooks.drop(id)
}

let deliveries = 0
const newId = () => `evt_${(deliveries += 1)}`

/** A snapshotEvent as Stripe writes it, about something that is nobody's unless said otherwise. */
export function snapshotEvent(type: string, object: object, more: object = {}): string {
  return JSON.stringify({
    id: newId(),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_800_000_000,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    ...more,
  })
}
export function thinEvent(type: string, account: string): string {
  return JSON.stringify({
    id: newId(),
    object: 'v2.core.event',
    created: '2026-11-21T10:00:00Z',
    livemode: false,
    related_object: { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
    type,
  })
}
