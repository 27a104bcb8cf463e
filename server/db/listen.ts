// Receives the notifications of every copy of the server (notify.ts), on a connection of its own that reconnects.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { CHANNEL, type Notification } from './notify.ts'

export type Hearing = {
  notified(notification: Notification): void
  /** From here on everything is heard; between the last time and now something may have been missed. */
  hearsAgain(): void
}
export type Changes = {
  /** From now on, until the returned function is called. */
  subscribe(hearing: Hearing): () => void
  stop(): Promise<void>
}

/** A connection that broke without a word, as across a network, is noticed after at most these two together. */
const PULSE_MS = 15_000
const ANSWER_MS = 3000
/** How soon a lost connection is opened again, for as long as it takes. */
const REOPEN_MS = 500
/** A database that is frozen does not say goodbye. */
const GOODBYE_MS = 500

/** Listens on the pool's database. The pool's own connections can't: they are given to one request after the other. */
export function openChanges(pool: pg.Pool, log: Logger): Changes {
  const stopping = new AbortController()
  const subscribers = new Set<Hearing>()
  let isHearing = false

  /** Resolves when it is to stop; throws when the connection is lost. */
  async function hear(client: pg.Client) {
    const losing = new AbortController()
    // Either may come first, and an error that nobody hears would end the process.
    for (const sign of ['error', 'end'] as const) client.on(sign, () => losing.abort())
    client.on('notification', ({ payload = '' }) => {
      const notification = parsed(payload)
      if (notification) for (const subscriber of subscribers) subscriber.notified(notification)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    isHearing = true
    for (const subscriber of subscribers) subscriber.hearsAgain()
    const over = AbortSignal.any([stopping.signal, losing.signal])
    while (!over.aborted) {
      await pause(PULSE_MS, over)
      if (!over.aborted) await client.query('select 1')
    }
    if (losing.signal.aborted) throw new Error('The connection was lost')
  }

  async function work() {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({
        connectionString: pool.options.connectionString,
        connectionTimeoutMillis: ANSWER_MS,
        query_timeout: ANSWER_MS,
        application_name: 'signalpost',
      })
      await hear(client).catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ error: String(error) }, 'what changes is not heard of; listening again')
      })
      isHearing = false
      await Promise.race([client.end().catch(() => {}), wait(GOODBYE_MS, undefined, { ref: false })])
      await pause(REOPEN_MS, stopping.signal)
    }
  }
  const working = work()

  return {
    subscribe(hearing) {
      subscribers.add(hearing)
      if (isHearing) hearing.hearsAgain()
      return () => void subscribers.delete(hearing)
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Anybody who may connect may also notify: what we have not written says nothing. */
function parsed(payload: string): Notification | undefined {
  try {
    const notification = JSON.parse(payload) as Notification | null
    return Array.isArray(notification?.userIds) ? notification : undefined
  } catch {
    return undefined
  }
}

const pause = (ms: number, until: AbortSignal) => wait(ms, undefined, { signal: until }).catch(() => {})
