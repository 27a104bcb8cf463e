// Who has a page open right now: the event streams of this copy of the server, by person.
import { Readable } from 'node:stream'
import type { Notification } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import type { Viewer } from '#server/http/session.ts'
import type { LiveEvent } from '#shared/live.ts'

export type Streams = {
  /** A new stream of this person's browser; it ends with the session. */
  open(viewer: Viewer): Readable
  /** Ends all of them; browsers come back to another copy. */
  endAll(): void
}

type Stream = {
  userId: string
  sid: string
  out: Readable
  /** When to look whether the session still lives, in milliseconds since 1970; infinite while that is being done. */
  lookAt: number
  /** When something was last written, on the clock of `elapsedMs`. */
  wroteAtMs: number
}

const ROUND_MS = 1000
/** Proxies cut what is silent for longer, most of them after a minute. */
const HEARTBEAT_MS = 25_000
/** A new stream repeats the changes of this time: what the page read while it loaded may be older than its stream. */
const REPEAT_MS = 10_000
const STREAMS_MAX = 20
const UNREAD_MAX_BYTES = 16_384
/** Browsers come back after so long, not all in the same moment, when a copy of the server has gone. */
const [RETRY_MIN_MS, RETRY_SPREAD_MS] = [2000, 4000]
/** Whoever had more streams than may be comes back later, or they would take turns without end. */
const RETRY_TOO_MANY_MS = 60_000

export function openStreams({
  db,
  changes,
  clock,
  log,
}: Pick<Deps, 'db' | 'changes' | 'clock' | 'log'>): Streams {
  const people = new Map<string, Set<Stream>>()
  const all = () => [...people.values()].flatMap((streams) => [...streams])
  /** When each person was last notified of each change, the oldest first; one signal may notify thousands. */
  const lately = new Map<LiveEvent['what'], Map<string, number>>()
  /** Since when, on the same clock, everything is heard; undefined before the first time. */
  let hearingSinceMs: number | undefined
  let opened = 0
  let isOver = false

  function write(stream: Stream, text: string) {
    stream.wroteAtMs = clock.elapsedMs()
    // Somebody who has not read for so long is not there any more, or comes back and reads everything.
    if (!stream.out.push(text)) stream.out.destroy()
  }
  const say = (stream: Stream, what: LiveEvent['what']) =>
    write(stream, `data: ${JSON.stringify({ what } satisfies LiveEvent)}\n\n`)

  function end(stream: Stream) {
    forget(stream)
    stream.out.push(null)
  }
  function forget(stream: Stream) {
    const streams = people.get(stream.userId)
    streams?.delete(stream)
    if (streams?.size === 0) people.delete(stream.userId)
  }

  const isOpen = (stream: Stream) => people.get(stream.userId)?.has(stream) ?? false

  /** Ends the streams whose session has ended; of the others it is known then when to look again. */
  async function look() {
    const now = clock.now()
    const due = all().filter(({ lookAt }) => lookAt <= now.getTime())
    if (due.length === 0) return
    for (const stream of due) stream.lookAt = Number.POSITIVE_INFINITY
    let ends = new Map<string, number>()
    try {
      const alive = await db
        .selectFrom('sessions')
        .select(['sid', 'expire'])
        .where((eb) => eb('sid', '=', eb.fn.any(eb.val(due.map(({ sid }) => sid)))))
        .where('expire', '>', now)
        .execute()
      ends = new Map(alive.map(({ sid, expire }) => [sid, expire.getTime()]))
    } catch (error) {
      log.warn({ error: String(error) }, 'sessions of open pages could not be looked at; trying again')
      for (const stream of due) stream.lookAt = 0
      return
    }
    for (const stream of due.filter(isOpen)) {
      const endsAt = ends.get(stream.sid)
      if (endsAt === undefined) {
        say(stream, 'session')
        end(stream)
      }
      // Unless a notification came meanwhile that the session may have ended after all.
      else if (stream.lookAt > endsAt) stream.lookAt = endsAt
    }
  }

  const unsubscribe = changes.subscribe({
    notified(notification) {
      const streams = notification.userIds.flatMap((userId) => [...(people.get(userId) ?? [])])
      if (notification.what === 'session') {
        for (const stream of streams) stream.lookAt = 0
        void look()
        return
      }
      remember(notification)
      for (const stream of streams) say(stream, notification.what)
    },
    hearsAgain() {
      // At the very start nothing was missed.
      hearingSinceMs = hearingSinceMs === undefined ? Number.NEGATIVE_INFINITY : clock.elapsedMs()
      for (const stream of all()) {
        stream.lookAt = 0
        say(stream, 'everything')
      }
      void look()
    },
  })

  function remember({ what, userIds }: Notification) {
    const notified = lately.get(what) ?? new Map<string, number>()
    lately.set(what, notified)
    const nowMs = clock.elapsedMs()
    for (const userId of userIds) {
      notified.delete(userId)
      notified.set(userId, nowMs)
    }
  }
  const isOld = (notifiedAtMs: number) => clock.elapsedMs() - notifiedAtMs >= REPEAT_MS
  function forgetOld() {
    for (const notified of lately.values())
      for (const [userId, notifiedAtMs] of notified) {
        if (!isOld(notifiedAtMs)) break
        notified.delete(userId)
      }
  }
  function recentChanges(userId: string): LiveEvent['what'][] {
    if (hearingSinceMs !== undefined && !isOld(hearingSinceMs)) return ['everything']
    forgetOld()
    return [...lately].flatMap(([what, notified]) => (notified.has(userId) ? [what] : []))
  }

  const round = setInterval(() => {
    void look()
    forgetOld()
    const nowMs = clock.elapsedMs()
    for (const stream of all()) if (nowMs - stream.wroteAtMs >= HEARTBEAT_MS) write(stream, ':\n\n')
  }, ROUND_MS).unref()

  return {
    open(viewer) {
      // At once looked at again: it may have ended since the request was let in.
      const stream: Stream = {
        userId: viewer.id,
        sid: viewer.sid,
        out: new Readable({ read: () => {}, highWaterMark: UNREAD_MAX_BYTES }),
        lookAt: 0,
        wroteAtMs: 0,
      }
      opened += 1
      write(stream, `retry: ${RETRY_MIN_MS + ((opened * 617) % RETRY_SPREAD_MS)}\n\n`)
      if (isOver) {
        stream.out.push(null)
        return stream.out
      }
      const streams = people.get(viewer.id) ?? new Set()
      people.set(viewer.id, streams.add(stream))
      stream.out.once('close', () => forget(stream))
      for (const what of recentChanges(viewer.id)) say(stream, what)
      const [oldest] = streams
      if (streams.size > STREAMS_MAX && oldest) {
        write(oldest, `retry: ${RETRY_TOO_MANY_MS}\n\n`)
        end(oldest)
      }
      return stream.out
    },
    endAll() {
      isOver = true
      clearInterval(round)
      unsubscribe()
      for (const stream of all()) end(stream)
    },
  }
}
