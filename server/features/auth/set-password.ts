// Sets an account's password: with a link from an email, or with the current password.
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { Problem } from '#shared/problems.ts'
import { checkToken, redeemToken, invalidateTokens } from './account-tokens.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { accountById } from './store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'sessions'>

/** Returns the account with its new password. Ends all sessions. Throws like `checkToken`, and like `refuseWeakPassword`. */
export async function resetPassword(
  deps: Needs,
  { token, password }: { token: string; password: string },
): Promise<Owner> {
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
  return { id: userId, password: passwordHash }
}

/** Returns the account with its new password. Ends all sessions but `sid`. Throws `wrong_password`, and like `refuseWeakPassword`. */
export async function changePassword(
  deps: Needs,
  { userId, sid, currentPassword, newPassword }: ChangeRequest,
): Promise<Owner> {
  const account = await confirmIdentity(deps, userId, currentPassword)
  await refuseWeakPassword(newPassword, account)
  const passwordHash = await hashPassword(newPassword)
  const ended = await deps.db.transaction().execute(async (trx) => {
    await invalidateTokens(trx, { userId, purposes: ['reset_password'], now: deps.clock.now() })
    return await savePassword(trx, deps, account, passwordHash, sid)
  })
  for (const other of ended) deps.sessions.drop(other)
  return { id: userId, password: passwordHash }
}

/** `password` is its hash. */
type Owner = { id: string; password: string }
type Account = Awaited<ReturnType<typeof confirmIdentity>>
type ChangeRequest = { userId: string; sid: string; currentPassword: string; newPassword: string }

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
