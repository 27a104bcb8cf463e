// The thread that encrypts messages (RFC 8291) and posts them to push services (RFC 8030): half a millisecond of work
// for each.
import { createECDH } from 'node:crypto'
import { Agent, request } from 'undici'
import { serveCalls } from '#server/call-thread.ts'
import { letRequestsGoFirst } from '#server/worker-thread.ts'
import { ece } from './http-ece.ts'

export type PushCall = {
  endpoint: string
  headers: Record<string, string>
  /** The receiver's public key and secret, in base64url. */
  p256dh: string
  auth: string
  payload: string
}
export type PushAnswer = { status: number; retryAfter: string | null } | { error: string }

/**
 * Longer than a push service usually takes, but short enough that a hanging service doesn't hold up the others for
 * long.
 */
const ANSWER_MS = 5000
/** The number of connections per push service, and so of messages in flight. */
const CONNECTIONS = 128
letRequestsGoFirst()

// Redirects aren't followed.
const agent = new Agent({
  connections: CONNECTIONS,
  headersTimeout: ANSWER_MS,
  bodyTimeout: ANSWER_MS,
  connect: { timeout: ANSWER_MS },
})

async function send({ endpoint, headers, p256dh, auth, payload }: PushCall): Promise<PushAnswer> {
  try {
    const answer = await request(endpoint, {
      method: 'POST',
      headers,
      body: encrypt(payload, p256dh, auth),
      dispatcher: agent,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.body.dump()
    const retryAfter = answer.headers['retry-after']
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  } catch (error) {
    const { name, message } = error as Error
    return { error: name.endsWith('TimeoutError') ? 'didn’t answer in time' : message || name }
  }
}

serveCalls((call) => send(call as PushCall))

/** Uses a new key and a new salt for each message. */
function encrypt(payload: string, dh: string, authSecret: string): Buffer {
  const privateKey = createECDH('prime256v1')
  privateKey.generateKeys()
  return ece.encrypt(Buffer.from(payload), { version: 'aes128gcm', dh, privateKey, authSecret })
}
