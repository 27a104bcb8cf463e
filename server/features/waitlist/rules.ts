// How an address is known that must not be kept.
import { createHmac } from 'node:crypto'

/** The same for an address in any letter case. Addresses can be guessed, so a hash without a secret would tell them. */
export const addressHash = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`address ${email.toLowerCase()}`).digest('base64url')
