// Secret links for accounts, sent by email. Each has one purpose and works once, for a limited time.
import type { Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { tokenOf } from '#server/emails/token-of.ts'
import { hashedToken, tokenHashes } from '#server/http/session.ts'
import { Problem } from '#shared/problems.ts'

/** Links about an email address, which is part of their token. `stop_email`: stops a change of the account's email. */
export const EMAIL_PURPOSES = ['verify_email', 'change_email', 'revert_email', 'stop_email'] as const
export type EmailPurpose = (typeof EMAIL_PURPOSES)[number]
export const TOKEN_PURPOSES = ['reset_password', 'sign_in', ...EMAIL_PURPOSES] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

/**
 * Links that give access to an account, or let its email be changed. A new password, an undone or stopped change of
 * email and a deletion void them (test/features/auth/ways-in.test.ts).
 */
export const ACCESS_PURPOSES = ['reset_password', 'sign_in', 'change_email', 'stop_email'] as const

type Needs = Pick<Deps, 'clock' | 'config'>
type Trx = Transaction<DB>
type NewToken = { userId: string; minutes: number } &
  /** `email`: where the link is sent, if it is sent by email. */
  (
    | { purpose: Exclude<TokenPurpose, EmailPurpose>; email?: string | undefined }
    | { purpose: EmailPurpose; email: string }
  )

/** Returns the new token's id, with which an email is queued. */
export async function issueToken(
  trx: Trx,
  { clock, config }: Needs,
  { userId, purpose, email, minutes }: NewToken,
): Promise<string> {
  const id = clock.newId()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const tokenHash = hashedToken(config.sessionSecret, tokenOf(config.sessionSecret, id))
  await trx
    .insertInto('accountTokens')
    .values({ id, userId, purpose, email: email ?? null, tokenHash, createdAt: now, expiresAt })
    .execute()
  return id
}

/** A valid token's account and purpose. */
type Token<Purpose extends TokenPurpose> = {
  userId: string
  purpose: Purpose
  /** The address that the link is about or was sent to. */
  email: string | null
}

/** Throws `link_not_valid`, `link_used` or `link_expired`. Doesn't use the token. */
export async function checkToken<Purpose extends TokenPurpose>(
  db: Db | Trx,
  { clock, config }: Needs,
  purpose: Purpose | readonly Purpose[],
  token: string,
): Promise<Token<Purpose>> {
  const row = await db
    .selectFrom('accountTokens')
    .select(['userId', 'purpose', 'email', 'usedAt', 'expiresAt'])
    .where('tokenHash', 'in', tokenHashes(config, token))
    .where('purpose', 'in', [purpose].flat())
    .executeTakeFirst()
  if (!row) throw new Problem('link_not_valid')
  if (row.usedAt !== null) throw new Problem('link_used')
  if (row.expiresAt <= clock.now()) throw new Problem('link_expired')
  return { userId: row.userId, purpose: row.purpose as Purpose, email: row.email }
}

/**
 * Uses the token, together with the person's other tokens for this purpose, and returns its account, its address and
 * its creation time. Throws like `checkToken`. Of two concurrent attempts, one gets `link_used`.
 */
export async function redeemToken(
  trx: Trx,
  { clock, config }: Needs,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string; email: string | null; createdAt: Date }> {
  const now = clock.now()
  const used = await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('tokenHash', 'in', tokenHashes(config, token))
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['userId', 'email', 'createdAt'])
    .executeTakeFirst()
  if (!used) {
    await checkToken(trx, { clock, config }, purpose, token)
    throw new Problem('link_used')
  }
  // A person who took over an account may change its address twice. Their revert link must not close the
  // owner's older one.
  const since = purpose === 'revert_email' ? used.createdAt : undefined
  await invalidateTokens(trx, { userId: used.userId, purposes: [purpose], now, since })
  return used
}

type Tokens = {
  userId: string
  purposes: readonly TokenPurpose[]
  now: Date
  /** Only tokens issued since then. */
  since?: Date | undefined
  /** Only tokens about other addresses. */
  exceptEmail?: string
}

/** Invalidates a person's tokens for these purposes. */
export async function invalidateTokens(
  trx: Trx,
  { userId, purposes, now, since, exceptEmail }: Tokens,
): Promise<void> {
  await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since as Date))
    .$if(exceptEmail !== undefined, (query) => query.where('email', '<>', exceptEmail as string))
    .execute()
}
