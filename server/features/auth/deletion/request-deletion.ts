// Starts the deletion of an account, and cancels it within 14 days (docs/decisions/0021-former-members.md).
import type { Deps } from '#server/deps.ts'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { notify } from '#server/db/notify.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { DELETION_DAYS } from '#shared/limits.ts'
import { Problem } from '#shared/problems.ts'
import { deletionDate } from '#shared/rules/deletion.ts'
import { ACCESS_PURPOSES, invalidateTokens } from '../account-tokens.ts'
import { endSessions } from '../end-sessions.ts'
import { accountById } from '../store.ts'

type Needs = Pick<Deps, 'db' | 'sessions'> & AuditDeps

/** Returns when the account will be deleted. Throws `wrong_username`. */
export async function requestDeletion(
  deps: Needs,
  { userId, username }: { userId: string; username: string },
): Promise<Date> {
  const account = await accountById(deps.db, userId)
  if (username.toLowerCase() !== account?.username.toLowerCase()) throw new Problem('wrong_username')
  const { deletedAt, ended } = await startDeletion(deps, userId)
  for (const sid of ended) deps.sessions.drop(sid)
  return deletedAt
}

/**
 * Hides the account, ends its sessions, voids links that give access, pauses its subscribers' renewals and emails its
 * owner. Repeating it changes nothing and returns the same date with `isNew: false`. `ended`: the ended sessions.
 */
export async function startDeletion(
  deps: Pick<Deps, 'db'> & AuditDeps,
  userId: string,
): Promise<{ isNew: boolean; deletedAt: Date; ended: string[] }> {
  const { db, clock } = deps
  const now = clock.now()
  return await db.transaction().execute(async (trx) => {
    const { username, email, isCreator, deletionRequestedAt } = await trx
      .selectFrom('users')
      .select(['username', 'email', 'isCreator', 'deletionRequestedAt'])
      .where('id', '=', userId)
      .where('isFormer', '=', false)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (deletionRequestedAt !== null)
      return { isNew: false, deletedAt: deletionDate(deletionRequestedAt), ended: [] }
    await trx
      .updateTable('users')
      .set({ deletionRequestedAt: now, updatedAt: now })
      .where('id', '=', userId)
      .execute()
    const deletedAt = deletionDate(now)
    await invalidateTokens(trx, { userId, purposes: ACCESS_PURPOSES, now })
    await enqueue(trx, 'enqueue_pauses', { creatorId: userId })
    const data = { username, deletedAt: deletedAt.toISOString(), isCreator }
    await queueEmail(trx, clock, { name: 'deletionRequested', to: email, data })
    await recordEvent(trx, deps, { event: 'deletion.requested', userId })
    return { isNew: true, deletedAt, ended: await endSessions(trx, deps, userId) }
  })
}

/** Does nothing for an account that isn't being deleted. Throws `deletion_started` once the removal may have begun. */
export async function keepAccount(deps: Needs, { id, sid }: { id: string; sid: string }): Promise<void> {
  const { db, clock, sessions } = deps
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const { username, email, isCreator, deletionRequestedAt } = await trx
      .selectFrom('users')
      .select(['username', 'email', 'isCreator', 'deletionRequestedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (deletionRequestedAt === null) return
    if (deletionDate(deletionRequestedAt) <= now) throw new Problem('deletion_started')
    await trx
      .updateTable('users')
      .set({ deletionRequestedAt: null, updatedAt: now })
      .where('id', '=', id)
      .execute()
    await enqueue(trx, 'enqueue_pauses', { creatorId: id })
    await queueEmail(trx, clock, { name: 'accountKept', to: email, data: { username, isCreator } })
    await recordEvent(trx, deps, { event: 'deletion.undone', userId: id })
    // Other devices that signed in during this time show the account again.
    await notify(trx, [id], 'account')
  })
  sessions.drop(sid)
}

/** Enqueues the removal of everybody whose 14 days are over. */
export async function sweepDeletions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const latest = new Date(clock.now().getTime() - DELETION_DAYS * 86_400_000)
  const due = await db.selectFrom('users').select('id').where('deletionRequestedAt', '<=', latest).execute()
  for (const { id: userId } of due)
    await enqueue(db, 'delete_person', { userId }, { key: `delete_person ${userId}` })
}
