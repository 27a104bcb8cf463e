// The secret tokens of links in emails.
import { createHmac } from 'node:crypto'

/**
 * The token of the row with this id. It is derived instead of random, so that an email can be queued by the row's id: the
 * token is stored nowhere, only its hash in the row. It takes the database and the session secret to derive it.
 */
export const tokenOf = (sessionSecret: string, id: string): string =>
  createHmac('sha256', sessionSecret).update(`token of ${id}`).digest('base64url')
