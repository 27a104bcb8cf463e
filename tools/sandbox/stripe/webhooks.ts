// Delivers events to webhook endpoints: signed, at least once, with retries. Tests can delay, repeat or reorder them.
import { createHmac } from 'node:crypto'
import { randomString, nowInSeconds, nowMs } from './clock.ts'
import type { Store } from './store.ts'
import type { WebhookTarget } from './context.ts'

export type DeliverySettings = {
  /** Sends nothing automatically; a test delivers each webhook itself. */
  hold: boolean
  /** Delay of each delivery. */
  delayMs: number
  /** How many times each event is sent. */
  copies: number
  /** Sends events that are due together in random order. */
  shuffle: boolean
  /** Waits between attempts; delivery stops after the last. */
  retryAfterMs: number[]
  timeoutMs: number
}
export type PendingDelivery = { id: number; event: string; type: string; target: string; attempts: number }
export type Deliverer = {
  wake: () => void
  pending: () => PendingDelivery[]
  deliver: (id: number) => Promise<number>
  drop: (id: number) => void
  /** Resolves when no delivery is due: whether any was. */
  settled: () => Promise<boolean>
  stop: () => Promise<void>
}

const AT_ONCE = 8
const SECOND = 1000
export const DEFAULT_DELIVERY: DeliverySettings = {
  hold: false,
  delayMs: 0,
  copies: 1,
  shuffle: false,
  retryAfterMs: [SECOND, 5 * SECOND, 30 * SECOND, 300 * SECOND, 3600 * SECOND, 6 * 3600 * SECOND],
  timeoutMs: 10 * SECOND,
}

/** Stripe's signature header with the sending time (https://docs.stripe.com/webhooks#verify-manually). */
export function signature(secret: string, payload: string, at = nowInSeconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`
}

export function startDelivering(
  store: Store,
  targets: () => WebhookTarget[],
  settings: DeliverySettings,
): Deliverer {
  const running = new Set<Promise<unknown>>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const due = () =>
    store
      .sql('select id from deliveries where due <= ? order by due, id limit ?')
      .all(nowMs() - settings.delayMs, AT_ONCE)
      .map((row) => Number(row['id']))

  function wake(): void {
    if (settings.hold || isStopped) return
    clearTimeout(timer)
    timer = setTimeout(run, nextWait())
    timer.unref()
  }

  function nextWait(): number {
    const row = store.sql('select min(due) as due from deliveries where due is not null').get()
    if (row?.['due'] === null || row?.['due'] === undefined) return 60 * SECOND
    return Math.min(60 * SECOND, Math.max(0, Number(row['due']) + settings.delayMs - nowMs()))
  }

  function run(): void {
    if (isStopped) return
    const ids = settings.shuffle ? shuffled(due()) : due()
    const sending = Promise.all(ids.map(async (id) => deliver(id)))
    running.add(sending)
    void sending.finally(() => {
      running.delete(sending)
      wake()
    })
  }

  /** Sends one delivery now. Resolves to the endpoint's status, 0 if unreachable. */
  async function deliver(id: number): Promise<number> {
    const row = store.sql('select * from deliveries where id = ?').get(id)
    const target = targets().find((one) => one.id === row?.['endpoint'])
    const json = row && store.sql('select json from objects where id = ?').get(String(row['event']))
    if (!row || !target || !json) {
      store.sql('update deliveries set due = null where id = ?').run(id)
      return 0
    }
    // If the sandbox stops during delivery, the webhook is sent again.
    store
      .sql('update deliveries set due = ? where id = ? and due is not null')
      .run(nowMs() + settings.timeoutMs, id)
    const payload = payloadOf(String(json['json']))
    let status = 0
    for (let copy = 0; copy < settings.copies; copy += 1) status = await post(target, payload)
    if (isStopped) return status
    if (status >= 200 && status < 300) delivered(id, String(row['event']))
    else failed(id, Number(row['attempts']))
    return status
  }

  async function post({ url, secret }: WebhookTarget, payload: string): Promise<number> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(secret, payload),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(settings.timeoutMs),
      })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 0
    }
  }

  function delivered(id: number, event: string): void {
    const done = store.sql(
      'update deliveries set delivered = ?, due = null where id = ? and delivered is null',
    )
    if (done.run(nowMs(), id).changes === 0) return
    store
      .sql(
        `update objects set json = json_set(json, '$.pending_webhooks', max(0, json_extract(json, '$.pending_webhooks') - 1))
         where id = ? and kind = 'event'`,
      )
      .run(event)
  }

  function failed(id: number, attempts: number): void {
    const wait = settings.retryAfterMs[attempts]
    const next = wait === undefined || settings.hold ? null : nowMs() - settings.delayMs + wait
    store.sql('update deliveries set attempts = ?, due = ? where id = ?').run(attempts + 1, next, id)
  }

  const pending = () =>
    store
      .sql(
        `select d.id, d.event, d.endpoint, d.attempts, json_extract(o.json, '$.type') as type
         from deliveries d join objects o on o.id = d.event where d.delivered is null order by d.id`,
      )
      .all()
      .map((row) => ({
        id: Number(row['id']),
        event: String(row['event']),
        type: String(row['type']),
        target: String(row['endpoint']),
        attempts: Number(row['attempts']),
      }))

  async function settled(): Promise<boolean> {
    let isAny = false
    while (!isStopped && (running.size > 0 || (!settings.hold && due().length > 0))) {
      isAny = true
      await Promise.all(running)
      await new Promise((done) => setTimeout(done, 2))
    }
    return isAny
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await Promise.all(running)
  }

  const drop = (id: number) => void store.sql('delete from deliveries where id = ?').run(id)
  return { wake, pending, deliver, drop, settled, stop }
}

/** Thin webhooks leave out the data. */
function payloadOf(json: string): string {
  const event = JSON.parse(json) as Record<string, unknown>
  if (event['object'] !== 'v2.core.event') return JSON.stringify(event, null, 2)
  const { data: _, ...thin } = event
  return JSON.stringify(thin, null, 2)
}

function shuffled<T>(all: T[]): T[] {
  const placed = all.map((one): [string, T] => [randomString(6), one])
  return placed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
