// Signs requests and webhooks: HMAC-SHA256 over JSON with sorted keys and no spaces, in base64.
import { createHmac, timingSafeEqual } from 'node:crypto'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function sorted(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value as Json
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

export const canonical = (value: unknown) => JSON.stringify(sorted(value))

/** SnapTrade documents Python's `json.dumps`, which escapes everything but ASCII. */
export const canonicalAscii = (value: unknown) =>
  canonical(value).replaceAll(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** The SDK uses the URI-encoded key. https://docs.snaptrade.com/docs/request-signatures */
export const requestSignature = (
  consumerKey: string,
  signed: { content: unknown; path: string; query: string },
) => hmac(encodeURI(consumerKey), canonical(signed))

/** https://docs.snaptrade.com/docs/webhooks */
export const webhookSignature = (consumerKey: string, payload: unknown) =>
  hmac(consumerKey, canonicalAscii(payload))

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
