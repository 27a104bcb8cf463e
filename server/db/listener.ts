// Receives the notifications of all copies of the server (notify.ts), on a connection that reconnects automatically.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '#server/log.ts'
import { FLUSH_MS, flushChanges } from './flush-changes.ts'
import { CHANNEL, type Notification } from './notify.ts'

export type ListenHandlers = {
  onNotification(notification: Notification): void
  /** Called on subscribing and after every reconnect, because notifications may have been missed. */
  onConnected(): void
}
export type ChangeListener = {
  /** Returns the function that unsubscribes. */
  subscribe(handlers: ListenHandlers): () => void
  stop(): Promise<void>
}

/** A connection that breaks silently, as across a network, is detected after this long. */
const ANSWER_TIMEOUT_MS = 3000
/** How long to wait before each new connection attempt. */
const RECONNECT_MS = 500
/** The longest wait for a connection to close. A frozen database never answers. */
const CLOSE_TIMEOUT_MS = 500

/**
 * Listens on a separate connection, because pooled connections are shared by requests, and uses it to send stored
 * notifications (`flush-changes.ts`).
 */
export function openChangeListener(pool: pg.Pool, log: Log): ChangeListener {
  const stopping = new AbortController()
  const subscribers = new Set<ListenHandlers>()
  let isConnected = false

  /** Resolves once `stop` is called; throws if the connection is lost. */
  async function listenOn(client: pg.Client) {
    const lost = new AbortController()
    // Either event may come first. Without a listener, 'error' would end the process.
    for (const event of ['error', 'end'] as const) client.on(event, () => lost.abort())
    client.on('notification', ({ payload = '' }) => {
      const notification = parsed(payload)
      if (notification) for (const subscriber of subscribers) subscriber.onNotification(notification)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    isConnected = true
    for (const subscriber of subscribers) subscriber.onConnected()
    const ended = AbortSignal.any([stopping.signal, lost.signal])
    while (!ended.aborted) {
      await flushChanges(client)
      await pause(FLUSH_MS, ended)
    }
    if (lost.signal.aborted) throw new Error('The connection was lost')
  }

  async function run() {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({
        connectionString: pool.options.connectionString,
        connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        application_name: 'signalpost',
        // A lost notification does no harm: after a crash of PostgreSQL, pages load everything again.
        options: '-c synchronous_commit=off',
      })
      await listenOn(client).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn(
            { event: 'notifications_lost', error: String(error) },
            'the connection for notifications was lost; reconnecting',
          )
      })
      isConnected = false
      await Promise.race([client.end().catch(() => {}), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      await pause(RECONNECT_MS, stopping.signal)
    }
  }
  const running = run()

  return {
    subscribe(handlers) {
      subscribers.add(handlers)
      if (isConnected) handlers.onConnected()
      return () => void subscribers.delete(handlers)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Undefined for an invalid payload: any role that can connect to the database may notify. */
function parsed(payload: string): Notification | undefined {
  try {
    const notification = JSON.parse(payload) as Notification | null
    return Array.isArray(notification?.userIds) ? notification : undefined
  } catch {
    return undefined
  }
}

const pause = (ms: number, until: AbortSignal) => wait(ms, undefined, { signal: until }).catch(() => {})
