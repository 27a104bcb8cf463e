// Secret links of accounts, sent by email: each is for one purpose, works once and for a limited time.
import type { Kysely, Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { hashedToken } from '#server/http/session.ts'
import { Problem } from '#shared/problems.ts'

export const TOKEN_PURPOSES = ['reset_password', 'sign_in'] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

type Needs = Pick<Deps, 'clock' | 'config'>
type Trx = Transaction<DB>

/** Returns the new token's id, by which an email is queued. */
export async function issueToken(
  trx: Trx,
  { clock, config }: Needs,
  { userId, purpose, minutes }: { userId: string; purpose: TokenPurpose; minutes: number },
): Promise<string> {
  const id = clock.newId()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const tokenHash = hashedToken(config.sessionSecret, tokenOf(config.sessionSecret, id))
  await trx
    .insertInto('accountTokens')
    .values({ id, userId, purpose, tokenHash, createdAt: now, expiresAt })
    .execute()
  return id
}

/** Whose token it is. Throws `link_not_valid`, `link_used` or `link_expired`, and leaves the token as it is. */
export async function checkToken(
  db: Db | Trx,
  { clock, config }: Needs,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string }> {
  const row = await byToken(db, config.sessionSecret, purpose, token)
    .select(['userId', 'usedAt', 'expiresAt'])
    .executeTakeFirst()
  if (!row) throw new Problem('link_not_valid')
  if (row.usedAt !== null) throw new Problem('link_used')
  if (row.expiresAt <= clock.now()) throw new Problem('link_expired')
  return { userId: row.userId }
}

/**
 * Uses the token up, together with the person's other tokens for this purpose, and returns whose it is. Throws like
 * `checkToken`; of two attempts at the same time, one gets `link_used`.
 */
export async function redeemToken(
  trx: Trx,
  { clock, config }: Needs,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string }> {
  const now = clock.now()
  const used = await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashedToken(config.sessionSecret, token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
  if (!used) {
    await checkToken(trx, { clock, config }, purpose, token)
    throw new Problem('link_used')
  }
  await invalidateTokens(trx, { userId: used.userId, purpose, now })
  return used
}

/** Invalidates all of a person's tokens for this purpose. */
export async function invalidateTokens(
  trx: Trx,
  { userId, purpose, now }: { userId: string; purpose: TokenPurpose; now: Date },
): Promise<void> {
  await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .execute()
}

const byToken = (db: Kysely<DB>, sessionSecret: string, purpose: TokenPurpose, token: string) =>
  db
    .selectFrom('accountTokens')
    .where('tokenHash', '=', hashedToken(sessionSecret, token))
    .where('purpose', '=', purpose)
