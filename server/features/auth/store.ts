// Reads accounts, invitations and sessions.
import { sql, type Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import { Problem } from '#shared/problems.ts'

/** `password` is its hash. */
export type Account = { id: string; username: string; email: string; password: string }

/** Case-insensitive. */
export const accountByName = (db: Db, username: string): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('isFormer', '=', false)
    .executeTakeFirst()

export const accountById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'email', 'password'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Call this before other writes about an account's access, so that two of them can't block each other. */
export const lockAccount = (trx: Transaction<DB>, id: string) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()

/** Throws `invitation_not_found`, `link_used` or `link_expired`. */
export async function validInvitation(
  db: Db,
  tokenHashes: string[],
  now: Date,
): Promise<{ id: string; email: string }> {
  const invitation = await db
    .selectFrom('invitations')
    .select(['id', 'email', 'usedAt', 'expiresAt'])
    .where('tokenHash', 'in', tokenHashes)
    .executeTakeFirst()
  if (!invitation) throw new Problem('invitation_not_found')
  if (invitation.usedAt !== null) throw new Problem('link_used')
  if (invitation.expiresAt <= now) throw new Problem('link_expired')
  return invitation
}

export const sessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['sid', 'sess', 'startedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expire', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
