// The secret tokens in email links.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#server/deps.ts'

/**
 * The token of the row with this id. Derived instead of random, so that an email can be queued by the row's id. The
 * token isn't stored, and the row has only its hash. Deriving it takes both the database and the session secret.
 */
export const tokenOf = (sessionSecret: string, id: string): string =>
  createHmac('sha256', sessionSecret).update(`token of ${id}`).digest('base64url')

/** Whether it is the token of this id, made with the session secret or the previous one. For tokens without a row of their own. */
export function isTokenOf(
  { sessionSecret, sessionSecretPrevious }: Pick<Deps['config'], 'sessionSecret' | 'sessionSecretPrevious'>,
  id: string,
  given: string,
): boolean {
  const isMadeWith = (secret: string) => {
    const [right, other] = [Buffer.from(tokenOf(secret, id)), Buffer.from(given)]
    return right.length === other.length && timingSafeEqual(right, other)
  }
  return (
    isMadeWith(sessionSecret) || (sessionSecretPrevious !== undefined && isMadeWith(sessionSecretPrevious))
  )
}
