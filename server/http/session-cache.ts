// The sessions of the last second, kept in memory: a page that opens asks several times, and each request is signed in.
import type { Clock } from '#server/clock.ts'
import type { Changes } from '#server/db/listen.ts'

export type SessionRow = {
  id: string
  isCreator: boolean
  payoutsReady: boolean
  expire: Date
}

export type SessionCache = {
  /** The row of a session as it was at most a second ago; `read` reads it where nothing is kept. Undefined: no session. */
  find(sid: string, read: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined>
  /** Drops a session that this copy of the server has just ended or prolonged. */
  drop(sid: string): void
}

/** A session that ends elsewhere lives on here for so long at most, should its notification be lost. */
const KEPT_MS = 1000

/** Drops what other copies of the server change, as soon as they notify this one of it (`notify.ts`). */
export function openSessionCache(changes: Changes, clock: Pick<Clock, 'elapsedMs'>): SessionCache {
  /** The oldest first. */
  const kept = new Map<string, { row: SessionRow; readAtMs: number }>()

  changes.subscribe({
    notified({ what, userIds }) {
      if (what !== 'session' && what !== 'account') return
      const changed = new Set(userIds)
      for (const [sid, { row }] of kept) if (changed.has(row.id)) kept.delete(sid)
    },
    hearsAgain: () => kept.clear(),
  })

  const isOld = (readAtMs: number) => clock.elapsedMs() - readAtMs >= KEPT_MS
  function dropOld() {
    for (const [sid, { readAtMs }] of kept) {
      if (!isOld(readAtMs)) return
      kept.delete(sid)
    }
  }

  return {
    async find(sid, read) {
      const found = kept.get(sid)
      if (found && !isOld(found.readAtMs)) return found.row
      dropOld()
      // Before the question: what changes while it is answered is at most a second old as well.
      const readAtMs = clock.elapsedMs()
      const row = await read()
      kept.delete(sid)
      if (row) kept.set(sid, { row, readAtMs })
      return row
    },
    drop: (sid) => void kept.delete(sid),
  }
}
