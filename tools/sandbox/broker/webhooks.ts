// Delivers webhooks: signed, at least once, with retries. Tests can hold or forge them.
import { newId, nowMs } from './clock.ts'
import { webhookSignature } from './signing.ts'
import type { Store } from './store.ts'

export type EventType =
  | 'USER_REGISTERED'
  | 'USER_DELETED'
  | 'CONNECTION_ATTEMPTED'
  | 'CONNECTION_ADDED'
  | 'CONNECTION_DELETED'
  | 'CONNECTION_BROKEN'
  | 'CONNECTION_FIXED'
  | 'CONNECTION_UPDATED'
  | 'CONNECTION_FAILED'
  | 'NEW_ACCOUNT_AVAILABLE'
  | 'ACCOUNT_TRANSACTIONS_INITIAL_UPDATE'
  | 'ACCOUNT_TRANSACTIONS_UPDATED'
  | 'ACCOUNT_REMOVED'
  | 'ACCOUNT_HOLDINGS_UPDATED'
export type WebhookPayload = {
  webhookId: string
  clientId: string
  eventTimestamp: string
  userId: string
  eventType: EventType
  brokerageId?: string
  brokerageAuthorizationId?: string
  accountId?: string
  connectionAttemptedResult?: string
  details?: unknown
  webhookSecret: string
}
export type WebhookOptions = {
  /** A function, because the URL may only be known later. */
  url: () => string
  /** Sends nothing automatically; a test delivers each webhook itself. */
  hold?: boolean
  /** Waits between attempts. SnapTrade starts at half an hour; the sandbox is quicker. */
  retryAfterMs?: number[]
}
export type PendingWebhook = { id: number; eventType: EventType; attempts: number; payload: WebhookPayload }
export type Webhooks = {
  pending: () => PendingWebhook[]
  /**
   * Sends one now; `as` forges its signature or backdates it. Resolves to the receiver's status, 0 if unreachable.
   */
  deliver: (id: number, as?: 'forged' | 'stale') => Promise<number>
  drop: (id: number) => void
  /** Resolves once everything due has been sent. */
  settled: () => Promise<void>
}
type Deliverer = Webhooks & { wake: () => void; stop: () => Promise<void> }

const SECOND = 1000
const RETRIES = [SECOND, 5 * SECOND, 30 * SECOND]
const TIMEOUT_MS = 10 * SECOND
const AT_ONCE = 8
/** Statuses that SnapTrade counts as delivered. */
const TAKEN = new Set([200, 201, 202, 204])

/** Queues a webhook in the same transaction as the change it reports. */
export function saveWebhook(
  store: Store,
  webhook: Omit<WebhookPayload, 'webhookId' | 'webhookSecret'>,
): void {
  const whole: WebhookPayload = { webhookId: newId(), ...webhook, webhookSecret: 'deprecated' }
  store.sql('insert into webhooks (json, due) values (?, ?)').run(JSON.stringify(whole), nowMs())
}

export function startDelivering(
  store: Store,
  consumerKey: string,
  options: WebhookOptions | null,
): Deliverer {
  const running = new Set<Promise<unknown>>()
  const retries = options?.retryAfterMs ?? RETRIES
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const due = () =>
    store
      .sql('select id from webhooks where due <= ? order by due, id limit ?')
      .all(nowMs(), AT_ONCE)
      .map((row) => Number(row['id']))

  function wake(): void {
    if (!options || options.hold || isStopped) return
    clearTimeout(timer)
    const next = store.sql('select min(due) as due from webhooks where due is not null').get()?.['due']
    if (next === null || next === undefined) return
    timer = setTimeout(run, Math.min(60 * SECOND, Math.max(0, Number(next) - nowMs())))
    timer.unref()
  }

  /** One at a time, so that webhooks arrive in order and none twice. */
  function run(): void {
    if (isStopped || running.size > 0) return
    const sending = inOrder(due()).finally(() => {
      running.delete(sending)
      wake()
    })
    running.add(sending)
  }

  async function inOrder(ids: number[]): Promise<void> {
    for (const id of ids) await deliver(id)
  }

  async function deliver(id: number, as?: 'forged' | 'stale'): Promise<number> {
    const row = store.sql('select * from webhooks where id = ?').get(id)
    if (!row || !options) return 0
    // If the sandbox stops during delivery, the webhook is sent again.
    store.sql('update webhooks set due = ? where id = ? and due is not null').run(nowMs() + TIMEOUT_MS, id)
    const payload = JSON.parse(String(row['json'])) as WebhookPayload
    if (as === 'stale') payload.eventTimestamp = new Date(nowMs() - 3_600 * SECOND).toISOString()
    const status = await send(options.url(), payload, as === 'forged')
    if (isStopped || as !== undefined) return status
    const attempts = Number(row['attempts'])
    const wait = retries[attempts]
    const next = TAKEN.has(status) || wait === undefined || options.hold ? null : nowMs() + wait
    store
      .sql('update webhooks set attempts = ?, due = ?, delivered = ? where id = ?')
      .run(attempts + 1, next, TAKEN.has(status) ? nowMs() : null, id)
    return status
  }

  async function send(url: string, payload: WebhookPayload, isForged: boolean): Promise<number> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          signature: webhookSignature(isForged ? `${consumerKey}?` : consumerKey, payload),
        },
        body: JSON.stringify(payload),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  const pending = () =>
    store
      .sql('select id, json, attempts from webhooks where delivered is null order by id')
      .all()
      .map((row): PendingWebhook => {
        const payload = JSON.parse(String(row['json'])) as WebhookPayload
        return {
          id: Number(row['id']),
          eventType: payload.eventType,
          attempts: Number(row['attempts']),
          payload,
        }
      })

  async function settled(): Promise<void> {
    while (!isStopped && options && (running.size > 0 || (!options.hold && due().length > 0))) {
      await Promise.all(running)
      await new Promise((done) => setTimeout(done, 2))
    }
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await Promise.all(running)
  }

  const drop = (id: number) => void store.sql('delete from webhooks where id = ?').run(id)
  return { wake, pending, deliver, drop, settled, stop }
}
