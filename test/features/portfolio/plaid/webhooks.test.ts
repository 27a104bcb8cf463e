// Which webhooks are accepted as Plaid's.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newSigningKey, signWebhook } from '#tools/sandbox/plaid/webhooks.ts'
import type { Fields } from '#tools/sandbox/plaid/state.ts'
import { openPlaidFixture, providerErrorOf } from './plaid-fixture.ts'

const NEWS = {
  webhook_type: 'INVESTMENTS_TRANSACTIONS',
  webhook_code: 'DEFAULT_UPDATE',
  item_id: 'item-of-ada',
}

async function desk() {
  const fixture = await openPlaidFixture()
  const seconds = Math.floor(fixture.time.at.getTime() / 1000)
  const written = (payload: unknown) => Buffer.from(JSON.stringify(payload, null, 2))
  const read = (signature: string | undefined, body: Buffer) =>
    fixture.plaid.readWebhook({ 'plaid-verification': signature }, body)
  const signed = (body: Buffer, how: { iat?: number; claims?: Fields; header?: Fields } = {}) =>
    signWebhook(fixture.sandbox.key, body, { iat: seconds, ...how })
  return { ...fixture, seconds, written, read, signed }
}

test.each(['INVESTMENTS_TRANSACTIONS', 'HOLDINGS', 'ITEM'])('%s names its connection', async (type) => {
  const { read, signed, written } = await desk()
  const body = written({ ...NEWS, webhook_type: type })
  expect(await read(signed(body), body)).toEqual({ customerId: null, connectionId: 'item-of-ada' })
})

test('a webhook about a sign-in is Plaid’s, and about no connection', async () => {
  const { read, signed, written } = await desk()
  const body = written({ webhook_type: 'LINK', webhook_code: 'SESSION_FINISHED', link_token: 'link' })
  expect(await read(signed(body), body)).toEqual({ customerId: null, connectionId: null })
})

test('the key is fetched once', async () => {
  const { read, signed, written, sandbox } = await desk()
  const body = written(NEWS)
  for (let n = 0; n < 3; n += 1) expect(await read(signed(body), body)).not.toBeNull()
  expect(sandbox.state.calls).toHaveLength(1)
})

test('a webhook that is five minutes old is accepted; one a second older, or a minute ahead, isn’t', async () => {
  const { read, signed, written, seconds } = await desk()
  const body = written(NEWS)
  expect(await read(signed(body, { iat: seconds - 300 }), body)).not.toBeNull()
  expect(await read(signed(body, { iat: seconds - 301 }), body)).toBeNull()
  expect(await read(signed(body, { iat: seconds + 60 }), body)).toBeNull()
})

test('a body with one byte changed, or one space less, doesn’t match its signature', async () => {
  const { read, signed, written } = await desk()
  const body = written(NEWS)
  const signature = signed(body)
  expect(await read(signature, written({ ...NEWS, item_id: 'item-of-eve' }))).toBeNull()
  expect(await read(signature, Buffer.from(JSON.stringify(NEWS)))).toBeNull()
})

test('a webhook signed with Eve’s key is rejected, under Plaid’s key id or her own', async () => {
  const { read, written, seconds, sandbox } = await desk()
  const body = written(NEWS)
  const underItsName = newSigningKey(sandbox.key.kid, seconds)
  expect(await read(signWebhook(underItsName, body, { iat: seconds }), body)).toBeNull()
  const underHers = newSigningKey('11111111-2222-4333-8444-555555555555', seconds)
  expect(await read(signWebhook(underHers, body, { iat: seconds }), body)).toBeNull()
})

test('another algorithm, such as none or a shared secret, is rejected before any request', async () => {
  const { read, signed, written, sandbox } = await desk()
  const body = written(NEWS)
  const [, claims = ''] = signed(body).split('.')
  const header = (alg: string) =>
    Buffer.from(JSON.stringify({ alg, kid: sandbox.key.kid, typ: 'JWT' })).toString('base64url')
  expect(await read(`${header('none')}.${claims}.`, body)).toBeNull()
  const text = `${header('HS256')}.${claims}`
  const mac = createHmac('sha256', JSON.stringify(sandbox.key.jwk)).update(text).digest('base64url')
  expect(await read(`${text}.${mac}`, body)).toBeNull()
  expect(sandbox.state.calls).toEqual([])
})

test.each<[string, string | undefined]>([
  ['no signature', undefined],
  ['an empty one', ''],
  ['no token', 'Ada'],
  ['an empty token', '..'],
  [
    'a token with a path as its key id',
    `${Buffer.from('{"alg":"ES256","kid":"../x"}').toString('base64url')}.e30.e30`,
  ],
])('%s is rejected', async (_, signature) => {
  const { read, written, sandbox } = await desk()
  expect(await read(signature, written(NEWS))).toBeNull()
  expect(sandbox.state.calls).toEqual([])
})

test('a signed webhook without a valid hash is rejected', async () => {
  const { read, signed, written } = await desk()
  const body = written(NEWS)
  for (const hash of [null, '', 'abc', 7])
    expect(await read(signed(body, { claims: { request_body_sha256: hash } }), body)).toBeNull()
})

test('a body that isn’t a webhook is rejected, even if signed', async () => {
  const { read, signed } = await desk()
  for (const text of ['', 'null', '[]', '{', '"ITEM"']) {
    const body = Buffer.from(text)
    expect(await read(signed(body), body)).toBeNull()
  }
})

test('a revoked key is rejected within the hour, even if it was used before', async () => {
  const { read, signed, written, sandbox, time } = await desk()
  const body = written(NEWS)
  expect(await read(signed(body), body)).not.toBeNull()
  sandbox.key.jwk['expired_at'] = Math.floor(time.at.getTime() / 1000)
  time.at = new Date(time.at.getTime() + 61 * 60_000)
  const iat = Math.floor(time.at.getTime() / 1000)
  expect(await read(signed(body, { iat }), body)).toBeNull()
})

test('if the key can’t be fetched the webhook isn’t rejected, so that Plaid sends it again', async () => {
  const { read, signed, written, sandbox } = await desk()
  const body = written(NEWS)
  sandbox.refuse('/webhook_verification_key/get', {
    status: 500,
    type: 'API_ERROR',
    code: 'INTERNAL_SERVER_ERROR',
  })
  expect((await providerErrorOf(read(signed(body), body))).kind).toBe('away')
  expect(await read(signed(body), body)).not.toBeNull()
})
