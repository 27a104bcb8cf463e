// Takes an account back from a person who knows its password.
import type { Transaction } from 'kysely'
import type { AuditDeps } from '#server/audit/record-event.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { RESET_LINK_MINUTES } from '#shared/limits.ts'
import { ACCESS_PURPOSES, invalidateTokens, issueToken } from './account-tokens.ts'
import { endSessions } from './end-sessions.ts'
import { removeFactorsSince } from './factors/remove-factors.ts'
import { hashPassword } from './passwords.ts'

/** The hash of a password that nobody knows. */
export const unknownPassword = ({ clock }: Pick<Deps, 'clock'>): Promise<string> =>
  hashPassword(clock.newToken())

/**
 * Ends all sessions, voids the password and links, and removes sign-in methods that were added since the intruder
 * acted, because they would lock the owner out. Returns the ended sessions and the id of a new link to a new password,
 * for the owner.
 */
export async function endAccess(
  trx: Transaction<DB>,
  deps: Pick<Deps, 'config'> & AuditDeps,
  owner: { id: string; username: string; email: string },
  { since, password }: { since: Date; password: string },
): Promise<{ ended: string[]; tokenId: string }> {
  const now = deps.clock.now()
  await removeFactorsSince(trx, deps, owner, since)
  await trx.updateTable('users').set({ password, updatedAt: now }).where('id', '=', owner.id).execute()
  await invalidateTokens(trx, { userId: owner.id, purposes: ACCESS_PURPOSES, now })
  const tokenId = await issueToken(trx, deps, {
    userId: owner.id,
    purpose: 'reset_password',
    email: owner.email,
    minutes: RESET_LINK_MINUTES,
  })
  return { ended: await endSessions(trx, deps, owner.id), tokenId }
}
