// Delivers or drops Stripe's webhooks by hand, on a server that was started with `webhooks: { hold: true }`.
import type { TestServer } from '#test/server.ts'

export type WebhookDeliveries = ReturnType<TestServer['sandbox']['webhooks']['pending']>

/** Delivers until no webhooks are left, because processing one may cause another. */
export async function deliverAll(
  server: TestServer,
  arrange: (deliveries: WebhookDeliveries) => WebhookDeliveries = (deliveries) => deliveries,
  concurrency = 1,
): Promise<void> {
  const { webhooks } = server.sandbox
  for (let deliveries = webhooks.pending(); deliveries.length > 0; deliveries = webhooks.pending()) {
    const queue = arrange(deliveries)
    for (let from = 0; from < queue.length; from += concurrency)
      await Promise.all(queue.slice(from, from + concurrency).map(({ id }) => webhooks.deliver(id)))
    await server.jobsDone()
  }
}

/** Loses all pending webhooks, though Stripe believes that they arrived. */
export function dropAll({ sandbox }: TestServer): void {
  for (const { id } of sandbox.webhooks.pending()) sandbox.webhooks.drop(id)
}

let deliveries = 0
const newId = () => `evt_${(deliveries += 1)}`

/** A snapshot event as Stripe sends it. */
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

/** For events that aren't about payouts. */
export const NO_PAYOUTS = { syncAccount: async () => {}, syncPayout: async () => {} }
