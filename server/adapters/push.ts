// Sends messages to browsers through their push services: encrypted (RFC 8291), signed (RFC 8292) and delivered (RFC
// 8030).
import { join } from 'node:path'
import { openCallThread } from '#server/call-thread.ts'
import type { Clock } from '#server/clock.ts'
import type { PushSettings } from '#server/push-settings.ts'
import type { VapidKey } from '#server/vapid-keys.ts'
import type { PushAnswer, PushCall } from './push-thread.ts'

/**
 * The push services of browsers. Endpoints elsewhere are refused, so that the server can't be made to call other hosts.
 */
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
  /**
   * A later message with the same topic replaces one that is still waiting at the push service. At most 32 characters
   * of base64url.
   */
  topic: string
  ttlSeconds: number
  urgency: 'high' | 'normal'
}
/**
 * `gone`: the subscription has ended. `busy`: retry after `retryAfterMs`. `refused`: the service rejects this message,
 * but may accept others. `failed`: the service can't be reached, is too slow, or has a fault.
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
  /** Runs in a separate thread. Throws `ThreadError` if the thread ends before the push service answers. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>
  /** Ends the thread. */
  close(): Promise<void>
}

/** At 20,000 messages a minute, the thread takes 60 MB (measured). It ends when it has been idle for a while. */
const THREAD = { maxMb: 64, youngMb: 8, idleMs: 30_000 }
/** Tokens are valid for twelve hours. Push services refuse tokens that are valid for more than a day. */
const TOKEN_S = 12 * 3600
const TOKEN_LEFT_S = 3600

/** `sandboxOrigin`: the origin of the sandbox, if it may be used. */
export function openPush(
  { keys, subject, hosts, hasSandbox }: PushSettings,
  clock: Pick<Clock, 'now'>,
  sandboxOrigin: () => string,
): Push {
  const file = join(import.meta.dirname, 'push-thread.ts')
  const thread = openCallThread<PushCall, PushAnswer>(file, THREAD)
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
      // The key was removed. The page subscribes again the next time it is opened.
      if (!key) return { is: 'refused', status: 403 }
      if (!isAllowed(target.endpoint)) return { is: 'gone' }
      const { endpoint, p256dh, auth } = target
      const answer = await thread.call({
        endpoint,
        headers: {
          ttl: `${ttlSeconds}`,
          urgency,
          topic,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          authorization: await authorization(new URL(endpoint).origin, key),
        },
        p256dh,
        auth,
        payload,
      })
      return outcomeOf(answer, clock.now())
    },
    close: () => thread.close(),
  }
}

function outcomeOf(answer: PushAnswer, now: Date): PushOutcome {
  if ('error' in answer) return { is: 'failed', reason: answer.error, retryAfterMs: null }
  const { status, retryAfter } = answer
  const retryAfterMs = millisecondsOf(retryAfter, now)
  if (status >= 200 && status < 300) return { is: 'taken' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status === 429) return { is: 'busy', retryAfterMs }
  if (status >= 500) return { is: 'failed', reason: `answered ${status}`, retryAfterMs }
  return { is: 'refused', status }
}

/** A push service that asks for more is tried again after a day. */
const RETRY_MAX_MS = 86_400_000

/** `Retry-After` in ms, at most a day: seconds, or a date. Null if there is none, or it isn't valid. */
function millisecondsOf(value: string | null, now: Date): number | null {
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), RETRY_MAX_MS)
}
