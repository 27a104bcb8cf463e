// The push sandbox speaks the wire of push services: RFC 8030 (delivery), RFC 8291 (encryption) and RFC 8292 (who sends).
import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPush, type PushMessage } from '#server/adapters/push.ts'
import { systemClock } from '#server/clock.ts'
import { keyOf } from '#server/vapid-keys.ts'
import { decrypt } from '#tools/sandbox/push/decrypt.ts'
import { type ListeningPush, listenPushSandbox } from '#tools/sandbox/push/listen.ts'
import type { Behavior } from '#tools/sandbox/push/store.ts'

let sandbox: ListeningPush
beforeAll(async () => void (sandbox = await listenPushSandbox()))
afterAll(() => sandbox.close())

test('the example of RFC 8291, appendix A, is decrypted', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(decrypt(body, keys, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'))).toBe(
    'When I grow up, I want to be a watermelon',
  )
})

const settings = (...numbers: number[]) => ({
  keys: numbers.map((number) => {
    const key = keyOf(number, randomBytes(32))
    if (!key) throw new Error('Not a key')
    return key
  }),
  subject: 'mailto:ops@signalpost.com',
  hosts: [sandbox.host],
  hasSandbox: false,
})
const MESSAGE: PushMessage = { payload: '{"a":1}', topic: 'abc', ttlSeconds: 60, urgency: 'high' }

/** Sends to a new device that answers as told. */
async function send(behavior: Partial<Behavior> = {}, message: Partial<PushMessage> = {}) {
  const config = settings(1)
  const push = openPush(config, systemClock, () => 'http://nowhere.example')
  const { id, endpoint, keys } = sandbox.subscribe(config.keys[0]?.publicKey ?? null)
  sandbox.store.behave(id, { status: 201, ...behavior })
  return {
    id,
    outcome: await push.send({ endpoint, ...keys, vapidKey: 1 }, { ...MESSAGE, ...message }),
  }
}

test('a message is delivered with its time to live, urgency and topic', async () => {
  const { id, outcome } = await send()
  expect(outcome).toEqual({ is: 'taken' })
  expect(sandbox.store.messages.filter(({ subscription }) => subscription === id)).toMatchObject([
    { payload: '{"a":1}', ttl: 60, urgency: 'high', topic: 'abc', replaces: null },
  ])
})

test.each<[Partial<Behavior>, object]>([
  [{ status: 404 }, { is: 'gone' }],
  [{ status: 410 }, { is: 'gone' }],
  [{ status: 413 }, { is: 'refused', status: 413 }],
  [{ status: 403 }, { is: 'refused', status: 403 }],
  [
    { status: 429, retryAfter: '30' },
    { is: 'busy', retryAfterMs: 30_000 },
  ],
  [{ status: 429 }, { is: 'busy', retryAfterMs: null }],
  [
    { status: 503, retryAfter: '5' },
    { is: 'failed', reason: 'answered 503', retryAfterMs: 5000 },
  ],
  [{ status: 500 }, { is: 'failed', reason: 'answered 500', retryAfterMs: null }],
  [{ delayMs: 200 }, { is: 'taken' }],
])('an answer of %j is %j', async (behavior, outcome) => {
  expect((await send(behavior)).outcome).toEqual(outcome)
})

test('Retry-After may be a date', async () => {
  const at = new Date(Date.now() + 90_000).toUTCString()
  const { outcome } = await send({ status: 429, retryAfter: at })
  expect(outcome).toMatchObject({ is: 'busy', retryAfterMs: expect.any(Number) })
  expect((outcome as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(60_000)
})

test('a message that is too large is refused', async () => {
  expect((await send({}, { payload: 'x'.repeat(4096) })).outcome).toEqual({ is: 'refused', status: 413 })
})

describe('The sandbox refuses', () => {
  test('a key that the browser didn’t subscribe with, and the server says so', async () => {
    const { endpoint, keys } = sandbox.subscribe(settings(1).keys[0]?.publicKey ?? null)
    const other = openPush(settings(2, 1), systemClock, () => '')
    expect(await other.send({ endpoint, ...keys, vapidKey: 2 }, MESSAGE)).toEqual({
      is: 'refused',
      status: 403,
    })
    expect(await other.send({ endpoint, ...keys, vapidKey: 7 }, MESSAGE)).toEqual({
      is: 'refused',
      status: 403,
    })
  })

  test.each<[string, Record<string, string>, number]>([
    ['no time to live', {}, 400],
    ['no token', { ttl: '1', 'content-encoding': 'aes128gcm' }, 401],
    [
      'a token that nobody signed',
      { ttl: '1', 'content-encoding': 'aes128gcm', authorization: 'vapid t=a.b.c, k=AA' },
      400,
    ],
    ['an old encoding', { ttl: '1', 'content-encoding': 'aesgcm' }, 400],
    ['a topic that is too long', { ttl: '1', 'content-encoding': 'aes128gcm', topic: 'x'.repeat(33) }, 400],
  ])('%s', async (_what, headers, status) => {
    const { endpoint } = sandbox.subscribe()
    expect((await fetch(endpoint, { method: 'POST', headers, body: 'x' })).status).toBe(status)
  })
})

test('redirects of a push service aren’t followed, and other hosts aren’t called', async () => {
  const push = openPush(settings(1), systemClock, () => '')
  const { keys } = sandbox.subscribe()
  for (const endpoint of [
    'https://push.example.com/1',
    'http://169.254.169.254/latest',
    'https://fcm.googleapis.com:8443/x',
  ])
    expect(await push.send({ endpoint, ...keys, vapidKey: 1 }, MESSAGE)).toEqual({ is: 'gone' })
})
