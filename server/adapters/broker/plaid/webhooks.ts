// Verifies Plaid's webhooks and finds out which connection each one is about.
import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CryptoKey } from 'jose'
import type { Clock } from '#server/clock.ts'
import type { Webhook } from '../provider.ts'
import type { Ask } from './client.ts'
import { PlaidError } from './errors.ts'

/** A webhook may be five minutes old, less a few seconds in case our clock is behind Plaid's. */
const AGE_S = 295
const AHEAD_S = 5
/** How long a key is cached, in case Plaid revokes it. */
const KEY_MS = 60 * 60_000
const KEYS_MAX = 20

const Header = z.object({ alg: z.literal('ES256'), kid: z.string().regex(/^[\w-]{1,64}$/) })
const Claims = z.object({ request_body_sha256: z.string().regex(/^[0-9a-f]{64}$/i) })
const Body = z.object({ webhook_type: z.string(), item_id: z.string().optional() })
/** The types of webhooks about a connection. Webhooks about a sign-in name none. */
const OF_CONNECTIONS = new Set(['INVESTMENTS_TRANSACTIONS', 'HOLDINGS', 'ITEM'])

/**
 * Verifies the `Plaid-Verification` header against the raw body. Resolves with null if the webhook isn't from Plaid,
 * was changed, or is too old. Throws `ProviderError` if Plaid's key can't be fetched: Plaid sends the webhook again.
 * Source: https://plaid.com/docs/api/webhooks/webhook-verification/
 */
export function webhookReader(ask: Ask, clock: Clock) {
  const keys = new Map<string, { key: CryptoKey; since: number }>()

  return async (signature: string | undefined, body: Buffer): Promise<Webhook | null> => {
    if (!signature) return null
    const { decodeProtectedHeader, errors, jwtVerify } = await import('jose')
    const header = Header.safeParse(unlessUnreadable(() => decodeProtectedHeader(signature))).data
    const key = header && (await keyOf(header.kid))
    if (!key) return null
    const { payload } = await jwtVerify(signature, key, {
      algorithms: [header.alg],
      currentDate: clock.now(),
      maxTokenAge: AGE_S,
      clockTolerance: AHEAD_S,
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return { payload: null }
      throw error
    })
    const claims = Claims.safeParse(payload).data
    if (!claims) return null
    const claimed = Buffer.from(claims.request_body_sha256, 'hex')
    if (!timingSafeEqual(claimed, createHash('sha256').update(body).digest())) return null
    const event = Body.safeParse(unlessUnreadable(() => JSON.parse(body.toString('utf8')))).data
    if (!event) return null
    const isOfConnection = OF_CONNECTIONS.has(event.webhook_type)
    return { customerId: null, connectionId: isOfConnection ? (event.item_id ?? null) : null }
  }

  /** Null for a key that Plaid doesn't know or has revoked. */
  async function keyOf(kid: string): Promise<CryptoKey | null> {
    const now = clock.elapsedMs()
    const kept = keys.get(kid)
    if (kept && now - kept.since < KEY_MS) return kept.key
    const key = await fetchKey(kid)
    if (!key) return null
    if (keys.size >= KEYS_MAX) keys.clear()
    keys.set(kid, { key, since: now })
    return key
  }

  async function fetchKey(kid: string): Promise<CryptoKey | null> {
    try {
      const { key } = await ask((plaid, options) => plaid.webhookVerificationKeyGet({ key_id: kid }, options))
      if (key.expired_at !== null || key.alg !== 'ES256' || key.kid !== kid) return null
      const { importJWK } = await import('jose')
      const { kty, crv, x, y } = key
      return (await importJWK({ kty, crv, x, y }, 'ES256')) as CryptoKey
    } catch (error) {
      if (error instanceof PlaidError && error.code === 'INVALID_WEBHOOK_VERIFICATION_KEY_ID') return null
      throw error
    }
  }
}

function unlessUnreadable(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return null
  }
}
