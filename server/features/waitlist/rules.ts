// Recognizes an email address that must not be stored.
import { createHmac } from 'node:crypto'

/** Case-insensitive. Addresses can be guessed, so a hash without a secret would reveal them. */
export const addressHash = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`address ${email.toLowerCase()}`).digest('base64url')
