// Reads accounts, invitations and sessions.
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** `password` is its hash. */
export type Account = { id: string; username: string; email: string; password: string }

/** In any letter case. */
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

/** An invitation that is neither used nor expired. */
export const validInvitation = (db: Db, tokenHashes: string[], now: Date) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email'])
    .where('tokenHash', 'in', tokenHashes)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const sessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['sid', 'sess', 'startedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expire', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
