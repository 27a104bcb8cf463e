// Sends messages to browsers through their push services: encrypted (RFC 8291), signed (RFC 8292) and delivered (RFC 8030).
import { createECDH } from 'node:crypto'
import { ece, type EncryptOptions } from './http-ece.ts'
import type { Clock } from '#server/clock.ts'
import type { PushSettings } from '#server/push-settings.ts'
import type { VapidKey } from '#server/vapid-keys.ts'

/** The push services of browsers. Endpoints elsewhere are refused, so that the server can't be made to call other hosts. */
const SERVICES =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/

export type PushTarget = {
  endpoint: string
  p256dh: string
  auth: string
  /** The number of the key that it subscribed with. */
  vapidKey: number
}
export type PushMessage = {
  payload: string
  /** A later message with the same topic replaces one that waits at the push service: at most 32 characters of base64url. */
  topic: string
  ttlSeconds: number
  urgency: 'high' | 'normal'
}
/**
 * `gone`: the subscription has ended. `busy`: not before `retryAfterMs`. `refused`: this message won't be taken, others may be.
 * `failed`: the service can't be reached, is too slow, or has a fault.
 */
export type PushOutcome =
  | { is: 'taken' }
  | { is: 'gone' }
  | { is: 'busy'; retryAfterMs: number | null }
  | { is: 'refused'; status: number }
  | { is: 'failed'; reason: string; retryAfterMs: number | null }

export type Push = {
  /** The newest key; undefined if push is off. */
  newestKey: VapidKey | undefined
  hasSandbox: boolean
  isAllowed(endpoint: string): boolean
  isSandbox(endpoint: string): boolean
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
}

/** Longer than a push service usually takes, and short enough that one that hangs delays no chunk for long. */
const ANSWER_MS = 5000
/** Tokens are used for twelve hours; push services refuse longer ones than a day. */
const TOKEN_S = 12 * 3600
const TOKEN_LEFT_S = 3600

/** `sandboxOrigin`: where the sandbox is, if it may be used. */
export function openPush(
  { keys, subject, hosts, hasSandbox }: PushSettings,
  clock: Pick<Clock, 'now' | 'newToken'>,
  sandboxOrigin: () => string,
): Push {
  const tokens = new Map<string, { token: string; expiresS: number }>()

  async function authorization(origin: string, key: VapidKey): Promise<string> {
    const name = `${key.number} ${origin}`
    const nowS = Math.floor(clock.now().getTime() / 1000)
    let cached = tokens.get(name)
    if (!cached || cached.expiresS - nowS < TOKEN_LEFT_S) {
      const { importJWK, SignJWT } = await import('jose')
      const point = Buffer.from(key.publicKey, 'base64url')
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
      const jwk = await importJWK({ kty: 'EC', crv: 'P-256', d: key.privateKey, x, y } as never, 'ES256')
      const expiresS = nowS + TOKEN_S
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(origin)
        .setSubject(subject)
        .setExpirationTime(expiresS)
        .sign(jwk)
      cached = { token, expiresS }
      tokens.set(name, cached)
    }
    return `vapid t=${cached.token}, k=${key.publicKey}`
  }

  const isSandbox = (endpoint: string) =>
    hasSandbox && endpoint.startsWith(`${sandboxOrigin()}/sandbox/push/send/`)

  function isAllowed(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (url === null || url.username || url.password || url.hash) return false
    if (isSandbox(endpoint)) return true
    if (url.protocol === 'https:' && url.port === '' && SERVICES.test(url.hostname)) return true
    const isLocal = /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
    return hosts.includes(url.host) && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))
  }

  return {
    newestKey: keys[0],
    hasSandbox,
    isAllowed,
    isSandbox,
    async send(target, { payload, topic, ttlSeconds, urgency }) {
      const key = keys.find(({ number }) => number === target.vapidKey)
      // The key was removed: the page subscribes anew when it is next opened.
      if (!key) return { is: 'refused', status: 403 }
      if (!isAllowed(target.endpoint)) return { is: 'gone' }
      const { origin } = new URL(target.endpoint)
      try {
        const answer = await fetch(target.endpoint, {
          method: 'POST',
          headers: {
            ttl: `${ttlSeconds}`,
            urgency,
            topic,
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            authorization: await authorization(origin, key),
          },
          body: new Uint8Array(encrypt(payload, target, clock)),
          redirect: 'manual',
          signal: AbortSignal.timeout(ANSWER_MS),
        })
        await answer.body?.cancel()
        return outcomeOf(answer, clock.now())
      } catch (error) {
        const { name, cause } = error as Error
        const reason =
          name === 'TimeoutError' ? 'didn’t answer in time' : ((cause as Error | undefined)?.message ?? name)
        return { is: 'failed', reason, retryAfterMs: null }
      }
    },
  }
}

function outcomeOf({ status, headers }: Response, now: Date): PushOutcome {
  const retryAfterMs = millisecondsOf(headers.get('retry-after'), now)
  if (status >= 200 && status < 300) return { is: 'taken' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429) return { is: 'busy', retryAfterMs }
  if (status >= 500) return { is: 'failed', reason: `answered ${status}`, retryAfterMs }
  return { is: 'refused', status }
}

/** `Retry-After` in ms: seconds, or a date. Null if there is none, or it isn't valid. */
function millisecondsOf(value: string | null, now: Date): number | null {
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

function encrypt(payload: string, { p256dh, auth }: PushTarget, clock: Pick<Clock, 'newToken'>): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  const options: EncryptOptions = {
    version: 'aes128gcm',
    dh: p256dh,
    privateKey,
    salt: Buffer.from(clock.newToken(), 'base64url').subarray(0, 16),
    authSecret: auth,
  }
  return ece.encrypt(Buffer.from(payload), options)
}
