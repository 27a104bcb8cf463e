// Sets an account's password: with a link from an email, or with the current password.
import { notify } from '#server/db/notify.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { Problem } from '#shared/problems.ts'
import { checkToken, redeemToken, invalidateTokens } from './account-tokens.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { accountById } from './store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'sessions'>

/** Returns whose password it is. Ends all sessions. Throws like `checkToken`, and like `refuseWeakPassword`. */
export async function resetPassword(
  deps: Needs,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const { userId } = await checkToken(deps.db, deps, 'reset_password', token)
  const account = await accountById(deps.db, userId)
  if (!account) throw new Problem('link_not_valid')
  await refuseWeakPassword(password, account)
  const passwordHash = await hashPassword(password)
  const ended = await deps.db.transaction().execute(async (trx) => {
    await redeemToken(trx, deps, 'reset_password', token)
    return await savePassword(trx, deps, account, passwordHash)
  })
  for (const sid of ended) deps.sessions.drop(sid)
  return userId
}

/** Ends all sessions but `sid`. Throws `wrong_password`, and like `refuseWeakPassword`. */
export async function changePassword(
  deps: Needs,
  { userId, sid, currentPassword, newPassword }: ChangeRequest,
): Promise<void> {
  const account = await accountById(deps.db, userId)
  if (!account || !(await checkPassword(account.password, currentPassword)))
    throw new Problem('wrong_password')
  await refuseWeakPassword(newPassword, account)
  const passwordHash = await hashPassword(newPassword)
  const ended = await deps.db.transaction().execute(async (trx) => {
    await invalidateTokens(trx, { userId, purpose: 'reset_password', now: deps.clock.now() })
    return await savePassword(trx, deps, account, passwordHash, sid)
  })
  for (const other of ended) deps.sessions.drop(other)
}

/** Ends all sessions of a person but `sid`. */
export async function endOtherSessions(
  { db, sessions }: Pick<Deps, 'db' | 'sessions'>,
  userId: string,
  sid: string,
): Promise<void> {
  const ended = await db.transaction().execute((trx) => endSessions(trx, userId, sid))
  for (const other of ended) sessions.drop(other)
}

type ChangeRequest = { userId: string; sid: string; currentPassword: string; newPassword: string }

type Account = NonNullable<Awaited<ReturnType<typeof accountById>>>

/** Returns the sessions that it ended. Throws `wrong_password` if the password was changed since `account` was read. */
async function savePassword(
  trx: Transaction<DB>,
  { clock }: Needs,
  { id, username, email, password }: Account,
  passwordHash: string,
  exceptSid?: string,
): Promise<string[]> {
  const now = clock.now()
  const saved = await trx
    .updateTable('users')
    .set({ password: passwordHash, updatedAt: now })
    .where('id', '=', id)
    .where('password', '=', password)
    .executeTakeFirstOrThrow()
  if (saved.numUpdatedRows === 0n) throw new Problem('wrong_password')
  await queueEmail(trx, clock, {
    name: 'passwordChanged',
    to: email,
    data: { username, at: now.toISOString() },
  })
  return await endSessions(trx, id, exceptSid)
}

/** Ends all sessions of a person, or all but one, and returns their ids. */
async function endSessions(trx: Transaction<DB>, userId: string, exceptSid?: string): Promise<string[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptSid !== undefined, (query) => query.where('sid', '!=', exceptSid ?? ''))
    .returning('sid')
    .execute()
  await notify(trx, [userId], 'session')
  return ended.map(({ sid }) => sid)
}
