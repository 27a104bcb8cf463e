// Signs webhooks as Plaid does: an ES256 JWT with the body's SHA-256.
// Source: https://plaid.com/docs/api/webhooks/webhook-verification/
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Fields } from './state.ts'

export type SigningKey = { kid: string; jwk: Fields; sign: (text: string) => Buffer }

/** `createdAt` in Unix seconds. */
export function newSigningKey(kid: string, createdAt: number): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { alg: 'ES256', crv: 'P-256', kid, kty: 'EC', use: 'sig', x, y }
  return {
    kid,
    jwk: { ...jwk, created_at: createdAt, expired_at: null },
    sign: (text) => sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  }
}

const encoded = (part: Fields) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** `iat`: signing time in Unix seconds. `claims` and `header` override parts, for invalid webhooks. */
export function signWebhook(
  key: SigningKey,
  body: Buffer,
  { iat, claims, header }: { iat: number; claims?: Fields; header?: Fields },
): string {
  const hash = createHash('sha256').update(body).digest('hex')
  const text = [
    encoded({ alg: 'ES256', kid: key.kid, typ: 'JWT', ...header }),
    encoded({ iat, request_body_sha256: hash, ...claims }),
  ].join('.')
  return `${text}.${key.sign(text).toString('base64url')}`
}
