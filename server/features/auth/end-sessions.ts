// Signs a person out: everywhere, or everywhere else.
import type { Transaction } from 'kysely'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'

/**
 * Ends all sessions of a person, or all but one, notifies open pages, and returns the sessions' ids. Can be
 * repeated.
 */
export async function endSessions(
  trx: Transaction<DB>,
  deps: AuditDeps,
  userId: string,
  exceptSid?: string,
): Promise<string[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptSid !== undefined, (query) => query.where('sid', '!=', exceptSid ?? ''))
    .returning('sid')
    .execute()
  if (ended.length > 0) {
    await notify(trx, [userId], 'session')
    await recordEvent(trx, deps, { event: 'sessions.ended', userId, quantity: ended.length })
  }
  return ended.map(({ sid }) => sid)
}

/** Ends all sessions of a person except `sid`. */
export async function endOtherSessions(
  deps: Pick<Deps, 'db' | 'sessions'> & AuditDeps,
  userId: string,
  sid: string,
): Promise<void> {
  const ended = await deps.db.transaction().execute((trx) => endSessions(trx, deps, userId, sid))
  for (const other of ended) deps.sessions.drop(other)
}
