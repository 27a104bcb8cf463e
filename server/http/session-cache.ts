// Caches sessions for a second, because a page sends several requests when it opens.
import { sql } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { ChangeListener } from '#server/db/listener.ts'
import { type Parameters, prepared } from '#server/db/prepared.ts'
import type { RestrictionKind } from '#shared/rules/restrictions.ts'

/** `isLeaving`: the account is being deleted. `restrictions`: what a moderator's decision forbids. */
export type SessionRow = {
  userId: string
  expire: Date
  startedAt: Date
  lastUsedAt: Date
  isLeaving: boolean
  restrictions: readonly RestrictionKind[]
}

/** The row of a session that hasn't ended. */
export const findSession = prepared('session', (db, session: Parameters<{ sid: string; now: Date }>) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.userId', 's.expire', 's.startedAt', 's.lastUsedAt'])
    .select(sql<boolean>`u.deletion_requested_at is not null`.as('isLeaving'))
    .select(
      sql<
        RestrictionKind[]
      >`array(select kind from restrictions r where r.person_id = u.id and lifted_at is null
        and (ends_at is null or ends_at > ${session.now}))`.as('restrictions'),
    )
    .where('s.sid', '=', session.sid)
    .where('s.expire', '>', session.now),
)

export type SessionCache = {
  /** A session's row, at most a second old. Calls `read` if it isn't cached. Undefined if there is no session. */
  find(sid: string, read: () => Promise<SessionRow | undefined>): Promise<SessionRow | undefined>
  /** Drops a session that this copy of the server has ended or extended. */
  drop(sid: string): void
}

/** The longest time for which an ended session stays cached, if another copy's notification is lost. */
const CACHED_MS = 1000

/** Drops sessions that other copies of the server change, as soon as they notify this one (`notify.ts`). */
export function openSessionCache(changes: ChangeListener, clock: Pick<Clock, 'elapsedMs'>): SessionCache {
  /** Oldest first. */
  const cached = new Map<string, { row: SessionRow; readAtMs: number }>()

  changes.subscribe({
    onNotification({ what, userIds }) {
      if (what !== 'session' && what !== 'account') return
      const changed = new Set(userIds)
      for (const [sid, { row }] of cached) if (changed.has(row.userId)) cached.delete(sid)
    },
    onConnected: () => cached.clear(),
  })

  const isOld = (readAtMs: number) => clock.elapsedMs() - readAtMs >= CACHED_MS
  function dropOld() {
    for (const [sid, { readAtMs }] of cached) {
      if (!isOld(readAtMs)) return
      cached.delete(sid)
    }
  }

  return {
    async find(sid, read) {
      const found = cached.get(sid)
      if (found && !isOld(found.readAtMs)) return found.row
      dropOld()
      // The time before the query: a change during the query also counts as at most a second old.
      const readAtMs = clock.elapsedMs()
      const row = await read()
      cached.delete(sid)
      if (row) cached.set(sid, { row, readAtMs })
      return row
    },
    drop: (sid) => void cached.delete(sid),
  }
}
