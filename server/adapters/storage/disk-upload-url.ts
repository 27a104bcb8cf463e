// Signed upload URLs of the disk storage: each allows one PUT of one object within its terms, for 15 minutes.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '#shared/problems.ts'
import type { UploadTerms } from './port.ts'

export const UPLOADS_PATH = '/objects/uploads/'
const LIFETIME_S = 900

/** Segments of letters, digits, `_`, `-` and inner dots: no traversal, no hidden files. */
const KEY = /^\w[\w-]*(\.\w+)*(\/\w[\w-]*(\.\w+)*)*$/
const KEY_LENGTH_MAX = 200

/** Whether `key` can name an object on disk: no traversal, no hidden files, at most 200 characters. */
export function isObjectKey(key: string): boolean {
  return key.length <= KEY_LENGTH_MAX && KEY.test(key)
}

/** A root-relative URL that accepts a PUT of `key` until 15 minutes after `now`. */
export function signUploadUrl(secret: string, key: string, terms: UploadTerms, now: Date): string {
  const query = new URLSearchParams({ expires: String(Math.floor(now.getTime() / 1000) + LIFETIME_S) })
  if (terms.contentType !== undefined) query.set('type', terms.contentType)
  if (terms.size !== undefined) query.set('size', String(terms.size))
  query.set('signature', signature(secret, key, query))
  return `${UPLOADS_PATH}${key}?${query.toString()}`
}

/**
 * Verifies `url` (path and query), signed with one of `secrets`, and returns its key and terms. Throws
 * `Problem('upload_refused')` if its signature is wrong, and `Problem('upload_expired')` if it is too old (spec §8: the
 * page then retries with a new URL).
 */
export function verifyUploadUrl(
  secrets: readonly string[],
  url: string,
  now: Date,
): { key: string; terms: UploadTerms } {
  const key = keyFromUrl(url)
  if (key === null) throw new Problem('upload_refused')
  const query = new URL(url, ANY_ORIGIN).searchParams
  const actual = Buffer.from(query.get('signature') ?? '')
  const isValid = secrets.some((secret) => {
    const expected = Buffer.from(signature(secret, key, query))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  if (!isValid) throw new Problem('upload_refused')
  if (Number(query.get('expires')) * 1000 <= now.getTime()) throw new Problem('upload_expired')
  const size = query.get('size')
  return {
    key,
    terms: { contentType: query.get('type') ?? undefined, size: size === null ? undefined : Number(size) },
  }
}

const ANY_ORIGIN = 'http://any.invalid'

/**
 * The key in an upload URL, with or without its query, or null. Any host is accepted: behind a proxy the product may
 * have several names, and the key alone decides who may use the object.
 */
export function keyFromUrl(url: string): string | null {
  if (!URL.canParse(url, ANY_ORIGIN)) return null
  const { protocol, pathname } = new URL(url, ANY_ORIGIN)
  if (!/^https?:$/.test(protocol) || !pathname.startsWith(UPLOADS_PATH)) return null
  const key = pathname.slice(UPLOADS_PATH.length)
  return isObjectKey(key) ? key : null
}

/** Signs with a key derived from the secret, because the secret also hashes session tokens. */
function signature(secret: string, key: string, query: URLSearchParams): string {
  const signingKey = createHmac('sha256', secret).update('upload addresses').digest()
  const payload = JSON.stringify([key, query.get('expires'), query.get('type'), query.get('size')])
  return createHmac('sha256', signingKey).update(payload).digest('base64url')
}
