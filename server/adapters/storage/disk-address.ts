// The disk storage's signed addresses: who holds one may PUT that object, on those terms, for 15 minutes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#shared/problems.ts'
import type { UploadTerms } from './port.ts'

export const UPLOADS_PATH = '/objects/uploads/'
const LIFETIME_S = 900

/**
 * Segments of letters, digits, `_`, `-` and inner dots: nothing that leads out of a folder, nothing hidden.
 */
const KEY = /^\w[\w-]*(\.\w+)*(\/\w[\w-]*(\.\w+)*)*$/
const KEY_LENGTH_MAX = 200

/** Whether `key` can name an object on disk: no traversal, no hidden file, at most 200 characters. */
export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key)
}

/** A root-relative address that takes one PUT of `key` until 15 minutes after `now`. */
export function signedAddress(secret: string, key: string, terms: UploadTerms, now: Date): string {
  const query = new URLSearchParams({ expires: String(Math.floor(now.getTime() / 1000) + LIFETIME_S) })
  if (terms.contentType !== undefined) query.set('type', terms.contentType)
  if (terms.size !== undefined) query.set('size', String(terms.size))
  query.set('signature', signature(secret, key, query))
  return `${UPLOADS_PATH}${key}?${query.toString()}`
}

/**
 * What a request to `url` (path and query) may upload. Throws `Problem('upload_refused')` when we did not
 * sign it so, and `Problem('upload_expired')` when we did, but too long ago (spec §8: that one is retried
 * with a new address).
 */
export function openAddress(secret: string, url: string, now: Date): { key: string; terms: UploadTerms } {
  const key = keyInAddress(url)
  if (key === null) throw new Problem('upload_refused')
  const query = new URL(url, ANY_ORIGIN).searchParams
  const given = Buffer.from(query.get('signature') ?? '')
  const expected = Buffer.from(signature(secret, key, query))
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem('upload_refused')
  if (Number(query.get('expires')) * 1000 <= now.getTime()) throw new Problem('upload_expired')
  const size = query.get('size')
  return {
    key,
    terms: { contentType: query.get('type') ?? undefined, size: size === null ? undefined : Number(size) },
  }
}

const ANY_ORIGIN = 'http://any.invalid'

/**
 * The key in an address, with or without its query, or null. Any host is taken: behind a proxy the product is
 * known by several names, and whether the object may be used is decided by its key, never by its address.
 */
export function keyInAddress(url: string): string | null {
  if (!URL.canParse(url, ANY_ORIGIN)) return null
  const { protocol, pathname } = new URL(url, ANY_ORIGIN)
  if (!/^https?:$/.test(protocol) || !pathname.startsWith(UPLOADS_PATH)) return null
  const key = pathname.slice(UPLOADS_PATH.length)
  return isObjectKey(key) ? key : null
}

/**
 * The secret also hashes session cookies, so addresses are signed with a key derived from it for them alone.
 */
function signature(secret: string, key: string, query: URLSearchParams): string {
  const signingKey = createHmac('sha256', secret).update('upload addresses').digest()
  const signed = JSON.stringify([key, query.get('expires'), query.get('type'), query.get('size')])
  return createHmac('sha256', signingKey).update(signed).digest('base64url')
}
