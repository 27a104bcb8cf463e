// The secret tokens in email links.
import { createHmac } from 'node:crypto'

/**
 * The token of the row with this id. Derived instead of random, so that an email can be queued by the row's id. The
 * token isn't stored, and the row has only its hash. Deriving it takes both the database and the session secret.
 */
export const tokenOf = (sessionSecret: string, id: string): string =>
  createHmac('sha256', sessionSecret).update(`token of ${id}`).digest('base64url')
