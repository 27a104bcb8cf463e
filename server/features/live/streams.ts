// The event streams of this copy of the server: one per open page, grouped by person.
import { Readable } from 'node:stream'
import type { Notification } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { LiveEvent } from '#shared/live.ts'

export type Streams = {
  /** Opens a stream for this person's page. It ends with the session. */
  open(viewer: Viewer): Readable
  /** The number of open streams. */
  count(): number
  /** Ends every stream and stops listening. Browsers reconnect to another copy of the server. */
  closeAll(): void
}

type Stream = {
  userId: string
  sid: string
  out: Readable
  /** When to check whether the session still exists, in milliseconds since 1970; infinite while a check is running. */
  checkAt: number
  /** When something was last written, by `elapsedMs`. */
  wroteAtMs: number
}

const CHECK_INTERVAL_MS = 1000
/** Proxies close idle connections, most of them after a minute. */
const HEARTBEAT_MS = 25_000
/** A new stream repeats changes of the last 10 seconds, because the page may have loaded its data before them. */
const REPEAT_MS = 10_000
/** Per person. */
const STREAMS_MAX = 20
const UNREAD_MAX_BYTES = 16_384
/** When a copy of the server stops, its browsers reconnect after 2 to 6 seconds, not all at the same moment. */
const [RETRY_MIN_MS, RETRY_SPREAD_MS] = [2000, 4000]
/**
 * A stream closed because of `STREAMS_MAX` reconnects later; otherwise a person's pages would keep replacing each
 * other.
 */
const RETRY_TOO_MANY_MS = 60_000

export function openStreams({
  db,
  changes,
  clock,
  log,
}: Pick<Deps, 'db' | 'changes' | 'clock' | 'log'>): Streams {
  const people = new Map<string, Set<Stream>>()
  const all = () => [...people.values()].flatMap((streams) => [...streams])
  /** When each person was last notified of each change, oldest first; one signal may notify thousands of people. */
  const recent = new Map<LiveEvent['what'], Map<string, number>>()
  /** Since when the listener has been connected, by `elapsedMs`; undefined before the first connection. */
  let connectedAtMs: number | undefined
  let openedCount = 0
  let isClosed = false

  function write(stream: Stream, text: string) {
    stream.wroteAtMs = clock.elapsedMs()
    // A page that hasn't read this much is gone, or will reconnect and reload everything.
    if (!stream.out.push(text)) stream.out.destroy()
  }
  const send = (stream: Stream, what: LiveEvent['what']) =>
    write(stream, `data: ${JSON.stringify({ what } satisfies LiveEvent)}\n\n`)

  function close(stream: Stream) {
    remove(stream)
    stream.out.push(null)
  }
  function remove(stream: Stream) {
    const streams = people.get(stream.userId)
    streams?.delete(stream)
    if (streams?.size === 0) people.delete(stream.userId)
  }

  const isOpen = (stream: Stream) => people.get(stream.userId)?.has(stream) ?? false

  /** Ends the streams whose session has ended, and schedules the next check of the others. */
  async function checkSessions() {
    const now = clock.now()
    const due = all().filter(({ checkAt }) => checkAt <= now.getTime())
    if (due.length === 0) return
    for (const stream of due) stream.checkAt = Number.POSITIVE_INFINITY
    let expiries = new Map<string, number>()
    try {
      const sessions = await db
        .selectFrom('sessions')
        .select(['sid', 'expire'])
        .where((eb) => eb('sid', '=', eb.fn.any(eb.val(due.map(({ sid }) => sid)))))
        .where('expire', '>', now)
        .execute()
      expiries = new Map(sessions.map(({ sid, expire }) => [sid, expire.getTime()]))
    } catch (error) {
      log.warn(
        { event: 'sessions_not_checked', error: String(error) },
        'the sessions of open pages could not be checked; retrying',
      )
      for (const stream of due) stream.checkAt = 0
      return
    }
    for (const stream of due.filter(isOpen)) {
      const expiresAt = expiries.get(stream.sid)
      if (expiresAt === undefined) {
        send(stream, 'session')
        close(stream)
      }
      // Lower if a notification requested another check in the meantime.
      else if (stream.checkAt > expiresAt) stream.checkAt = expiresAt
    }
  }

  const unsubscribe = changes.subscribe({
    onNotification(notification) {
      const streams = notification.userIds.flatMap((userId) => [...(people.get(userId) ?? [])])
      if (notification.what === 'session') {
        for (const stream of streams) stream.checkAt = 0
        void checkSessions()
        return
      }
      remember(notification)
      for (const stream of streams) send(stream, notification.what)
    },
    onConnected() {
      // Nothing can be missed before the first connection.
      connectedAtMs = connectedAtMs === undefined ? Number.NEGATIVE_INFINITY : clock.elapsedMs()
      for (const stream of all()) {
        stream.checkAt = 0
        send(stream, 'everything')
      }
      void checkSessions()
    },
  })

  function remember({ what, userIds }: Notification) {
    const notified = recent.get(what) ?? new Map<string, number>()
    recent.set(what, notified)
    const nowMs = clock.elapsedMs()
    for (const userId of userIds) {
      notified.delete(userId)
      notified.set(userId, nowMs)
    }
  }
  const isOld = (notifiedAtMs: number) => clock.elapsedMs() - notifiedAtMs >= REPEAT_MS
  function forgetOld() {
    for (const notified of recent.values())
      for (const [userId, notifiedAtMs] of notified) {
        if (!isOld(notifiedAtMs)) break
        notified.delete(userId)
      }
  }
  function recentChanges(userId: string): LiveEvent['what'][] {
    if (connectedAtMs !== undefined && !isOld(connectedAtMs)) return ['everything']
    forgetOld()
    return [...recent].flatMap(([what, notified]) => (notified.has(userId) ? [what] : []))
  }

  const interval = setInterval(() => {
    void checkSessions()
    forgetOld()
    const nowMs = clock.elapsedMs()
    for (const stream of all()) if (nowMs - stream.wroteAtMs >= HEARTBEAT_MS) write(stream, ':\n\n')
  }, CHECK_INTERVAL_MS).unref()

  return {
    open(viewer) {
      // `checkAt: 0`: the session may have ended after the request was authorized.
      const stream: Stream = {
        userId: viewer.id,
        sid: viewer.sid,
        out: new Readable({ read: () => {}, highWaterMark: UNREAD_MAX_BYTES }),
        checkAt: 0,
        wroteAtMs: 0,
      }
      openedCount += 1
      write(stream, `retry: ${RETRY_MIN_MS + ((openedCount * 617) % RETRY_SPREAD_MS)}\n\n`)
      if (isClosed) {
        stream.out.push(null)
        return stream.out
      }
      const streams = people.get(viewer.id) ?? new Set()
      people.set(viewer.id, streams.add(stream))
      stream.out.once('close', () => remove(stream))
      for (const what of recentChanges(viewer.id)) send(stream, what)
      const [oldest] = streams
      if (streams.size > STREAMS_MAX && oldest) {
        write(oldest, `retry: ${RETRY_TOO_MANY_MS}\n\n`)
        close(oldest)
      }
      return stream.out
    },
    count: () => all().length,
    closeAll() {
      isClosed = true
      clearInterval(interval)
      unsubscribe()
      for (const stream of all()) close(stream)
    },
  }
}
