// Authenticates callers: secret key (server) or publishable key (browser).
import type { IncomingMessage } from 'node:http'
import { secretKeyRequired, unauthorized } from './errors.ts'
import type { RawObject } from './form-body.ts'

export type Keys = { secretKey: string; publishableKey: string }

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."

/** True for a browser. Stripe.js sends its key as a parameter; this removes it. */
export function isBrowserCall(keys: Keys, request: IncomingMessage, raw: RawObject): boolean {
  const given = headerKey(request.headers.authorization) ?? raw['key']
  for (const name of ['key', '_stripe_version', '_stripe_account']) delete raw[name]
  if (typeof given !== 'string' || given === '') throw unauthorized(NO_KEY)
  if (given === keys.secretKey) return false
  if (given === keys.publishableKey) return true
  throw unauthorized(`Invalid API Key provided: ${masked(given)}`)
}

export function refuseBrowser(isBrowser: boolean, isForBrowser: boolean): void {
  if (isBrowser && !isForBrowser) throw secretKeyRequired()
}

function headerKey(header: string | undefined): string | null {
  if (header === undefined) return null
  const [scheme, value = ''] = header.split(' ')
  if (scheme?.toLowerCase() === 'bearer') return value
  if (scheme?.toLowerCase() !== 'basic') return null
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null
}

/** Shows the end, as Stripe does, so that people recognize a wrong key. */
const masked = (key: string) =>
  key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
