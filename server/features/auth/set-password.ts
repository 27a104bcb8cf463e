// Sets an account's password: with a link from an email, or in a signed-in browser.
import { addAlerts } from '#server/alerts/add-alerts.ts'
import type { Transaction } from 'kysely'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { type AuditDeps, recordEvent } from '#server/audit/record-event.ts'
import { queueEmail } from '#server/emails/queue-email.ts'
import { Problem } from '#shared/problems.ts'
import { ACCESS_PURPOSES, checkToken, redeemToken, invalidateTokens } from './account-tokens.ts'
import { addressProved } from './email/address-proved.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './passwords.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { type Account, accountById, lockAccount } from './store.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'sessions'> & AuditDeps

/**
 * Returns the account with its new password. Ends all sessions and verifies the address that the link was sent to.
 * Throws like `checkToken` and `refuseWeakPassword`.
 */
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
    await lockAccount(trx, userId)
    const { email } = await redeemToken(trx, deps, 'reset_password', token)
    const sids = await savePassword(trx, deps, account, passwordHash)
    await addressProved(trx, deps, { userId, email })
    await recordEvent(trx, deps, { event: 'password.reset', userId })
    return sids
  })
  for (const sid of ended) deps.sessions.drop(sid)
  return { id: userId, password: passwordHash }
}

/**
 * Returns the account with its new password. Ends all sessions except `sid`. The caller has verified the owner's
 * identity. Throws like `refuseWeakPassword`, and `wrong_password` if the password was changed in the meantime.
 */
export async function changePassword(
  deps: Needs,
  account: Account,
  { sid, newPassword }: { sid: string; newPassword: string },
): Promise<Owner> {
  await refuseWeakPassword(newPassword, account)
  const passwordHash = await hashPassword(newPassword)
  const ended = await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, account.id)
    const sids = await savePassword(trx, deps, account, passwordHash, sid)
    await recordEvent(trx, deps, { event: 'password.changed', userId: account.id })
    return sids
  })
  for (const other of ended) deps.sessions.drop(other)
  return { id: account.id, password: passwordHash }
}

/** `password` is its hash. */
type Owner = { id: string; password: string }

/**
 * Voids what gives access, except sign-in factors. Returns the ended sessions. Throws `wrong_password` if the password
 * was changed since `account` was read.
 */
async function savePassword(
  trx: Transaction<DB>,
  deps: Needs,
  { id, username, email, password }: Account,
  passwordHash: string,
  exceptSid?: string,
): Promise<string[]> {
  const now = deps.clock.now()
  const saved = await trx
    .updateTable('users')
    .set({ password: passwordHash, updatedAt: now })
    .where('id', '=', id)
    .where('password', '=', password)
    .executeTakeFirstOrThrow()
  if (saved.numUpdatedRows === 0n) throw new Problem('wrong_password')
  await invalidateTokens(trx, { userId: id, purposes: ACCESS_PURPOSES, now })
  await queueEmail(trx, deps.clock, {
    name: 'passwordChanged',
    to: email,
    data: { username, at: now.toISOString() },
  })
  await addAlerts(trx, deps.clock, {
    kind: 'security',
    personIds: [id],
    cause: `password ${deps.clock.newId()}`,
    facts: { security: 'password_changed' },
  })
  return await endSessions(trx, deps, id, exceptSid)
}
