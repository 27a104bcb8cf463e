// Ten codes for signing in without the authenticator app. Each works once, and only their hashes are stored.
import type { Transaction } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { DB } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { hashedToken, tokenHashes } from '#server/http/session.ts'
import { RECOVERY_CODES } from '#shared/limits.ts'

/** Crockford's base 32: without i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 50 random bits. */
const LENGTH = 10

type Needs = Pick<Deps, 'clock' | 'config'>

/** Replaces all of a person's codes with ten new ones, such as `k3m9x-0tqwz`, and returns them. */
export async function issueRecoveryCodes(
  trx: Transaction<DB>,
  deps: Needs,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode(deps.clock))
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recoveryCodes')
    .values(
      codes.map((code) => ({
        userId,
        codeHash: hashedToken(deps.config.sessionSecret, hashed(userId, code)),
        createdAt: deps.clock.now(),
      })),
    )
    .execute()
  return codes
}

function newCode(clock: Deps['clock']): string {
  const bytes = Buffer.from(clock.newToken(), 'base64url').subarray(0, LENGTH)
  const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** A keyed hash is enough, because a random code can't be guessed from it, unlike a password. */
const hashed = (userId: string, code: string) => `recovery code ${userId} ${normalized(code)}`

/** Normalizes a typed code: case, spaces, and letters that look like digits. */
const normalized = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/** Uses a code. False if it isn't one of the person's, or was used before. */
export async function redeemRecoveryCode(
  deps: Needs & Pick<Deps, 'db'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await deps.db
    .updateTable('recoveryCodes')
    .set({ usedAt: deps.clock.now() })
    .where('userId', '=', userId)
    .where('codeHash', 'in', tokenHashes(deps.config, hashed(userId, code)))
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return used.numUpdatedRows === 1n
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
