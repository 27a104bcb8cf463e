// Ten codes for signing in without the authenticator app. Each works once, and only their hashes are stored.
import type { Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken, tokenHashes } from '#server/http/session.ts'
import { RECOVERY_CODES } from '#shared/limits.ts'
import { checkPassword, hashPassword } from '../passwords.ts'

/** Crockford's base 32: without i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 50 random bits. */
const LENGTH = 10

type Needs = Pick<Deps, 'clock' | 'config'>

type NewCodes = { codes: string[]; hashes: string[] }

/**
 * Ten new codes, such as `k3m9x-0tqwz`, with the hashes to store. Call it before the transaction, because hashing takes
 * a while.
 */
export async function newRecoveryCodes(deps: Needs, userId: string): Promise<NewCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(deps.clock))
  const keyed = codes.map((code) => hashedToken(deps.config.sessionSecret, hashed(userId, code)))
  return { codes, hashes: await Promise.all(keyed.map((one) => hashPassword(one))) }
}

/** Replaces all of a person's codes. */
export async function storeRecoveryCodes(
  trx: Transaction<DB>,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
  { hashes }: NewCodes,
): Promise<void> {
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: clock.now() })))
    .execute()
}

function newCode(clock: Deps['clock']): string {
  const bytes = Buffer.from(clock.newToken(), 'base64url').subarray(0, LENGTH)
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/**
 * The text of a code's keyed hash, which can't be guessed without `SESSION_SECRET`. It is hashed again like a password,
 * because a code has too few bits for a fast hash.
 */
const hashed = (userId: string, code: string) => `recovery code ${userId} ${normalized(code)}`

/** Normalizes a typed code: case, spaces, and letters that look like digits. */
const normalized = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** Uses a code. False if it isn't one of the person's, or was used before. Throws `sign_in_busy`. */
export async function redeemRecoveryCode(
  deps: Needs & Pick<Deps, 'db'>,
  userId: string,
  code: string,
): Promise<boolean> {
  if (normalized(code).length !== LENGTH) return false
  const unused = await deps.db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
  const keyed = tokenHashes(deps.config, hashed(userId, code))
  for (const { codeHash } of unused) {
    if (!(await isHashOf(codeHash, keyed))) continue
    const used = await deps.db
      .updateTable('recoveryCodes')
      .set({ usedAt: deps.clock.now() })
      .where('userId', '=', userId)
      .where('codeHash', '=', codeHash)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return used.numUpdatedRows === 1n
  }
  return false
}

/** Codes that were issued before November 28, 2026 are stored as keyed hashes alone. */
async function isHashOf(stored: string, keyed: string[]): Promise<boolean> {
  if (!stored.startsWith('$argon2')) return keyed.includes(stored)
  for (const one of keyed) if (await checkPassword(stored, one)) return true
  return false
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** `since`: only codes that were issued since then. */
export async function deleteRecoveryCodes(trx: Transaction<DB>, userId: string, since?: Date): Promise<void> {
  await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .$if(since !== undefined, (query) => query.where('createdAt', '>=', since as Date))
    .execute()
}
