// The broker's webhooks: types, order, signatures and retries.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalAscii, webhookSignature } from '#tools/sandbox/broker/signing.ts'
import {
  clockAt,
  connect,
  connected,
  KEYS,
  newFile,
  openBroker,
  openInbox,
  portalOf,
  register,
  submit,
} from './broker-fixture.ts'

test('a signature covers sorted keys without spaces, in ASCII, as Python writes JSON', () => {
  const payload = { userId: 'zoë 🙂', clientId: 'c', details: { b: [1, { z: null, a: true }], a: 'x' } }
  const text = String.raw`{"clientId":"c","details":{"a":"x","b":[1,{"a":true,"z":null}]},"userId":"zo\u00eb \ud83d\ude42"}`
  expect(canonicalAscii(payload)).toBe(text)
  expect(webhookSignature('key', payload)).toBe(createHmac('sha256', 'key').update(text).digest('base64'))
})

test('every step from registration to deletion sends its webhook in order', async () => {
  const inbox = await openInbox()
  const { clock, pass } = clockAt('2026-11-20T15:00:00Z')
  const { broker, sdk } = await openBroker({ clock, webhook: { url: () => inbox.url } })
  const { person, connectionId, accountId } = await connected(sdk, 'ann', 'SAMPLE-EXPIRES')
  pass(2)
  broker.tick()
  await connect(sdk, person, 'SAMPLE-EXPIRES')
  await connect(sdk, person, 'SAMPLE-EXPIRES')
  pass(60 * 24)
  broker.tick()
  broker.tick()
  broker.tradeToday(accountId, 'AAPL', 0.01)
  await submit(await portalOf(sdk, person), { broker: 'SAMPLE-REFUSES', do: 'connect' })
  await sdk.authentication.deleteSnapTradeUser({ userId: 'ann' })
  await broker.webhooks.settled()

  const kinds = inbox.arrived.map(({ webhook }) => webhook.eventType)
  const firstDay = kinds.slice(0, 10)
  expect(firstDay).toEqual([
    'USER_REGISTERED',
    'CONNECTION_ATTEMPTED',
    'CONNECTION_ADDED',
    'NEW_ACCOUNT_AVAILABLE',
    'ACCOUNT_TRANSACTIONS_INITIAL_UPDATE',
    'ACCOUNT_HOLDINGS_UPDATED',
    'CONNECTION_BROKEN',
    'CONNECTION_ATTEMPTED',
    'CONNECTION_FIXED',
    'CONNECTION_ATTEMPTED',
  ])
  // Whether the day has simulated activities depends on the seed.
  expect(kinds.slice(10).filter((kind) => kind !== 'ACCOUNT_TRANSACTIONS_UPDATED')).toEqual([
    'CONNECTION_UPDATED',
    'ACCOUNT_HOLDINGS_UPDATED',
    'ACCOUNT_HOLDINGS_UPDATED',
    'CONNECTION_ATTEMPTED',
    'CONNECTION_FAILED',
    'CONNECTION_DELETED',
    'USER_DELETED',
  ])
  for (const { webhook, signature } of inbox.arrived) {
    expect(signature).toBe(webhookSignature(KEYS.consumerKey, webhook))
    expect(webhook).toMatchObject({ clientId: KEYS.clientId, userId: 'ann' })
  }
  const [, attempted, added, , initial] = inbox.arrived.map(({ webhook }) => webhook)
  expect(attempted).toMatchObject({ connectionAttemptedResult: 'SUCCESS' })
  expect(added).toMatchObject({
    brokerageAuthorizationId: connectionId,
    eventTimestamp: '2026-11-20T15:00:00.000000+00:00',
  })
  expect(initial).toMatchObject({ brokerageAuthorizationId: connectionId, accountId })
  expect(new Set(inbox.arrived.map(({ webhook }) => webhook.webhookId)).size).toBe(kinds.length)
})

test('a test sends held webhooks as it wants: forged, late, twice or never', async () => {
  const inbox = await openInbox()
  const { broker, sdk } = await openBroker({ webhook: { url: () => inbox.url, hold: true } })
  await register(sdk, 'bob')
  await register(sdk, 'cat')
  await broker.webhooks.settled()
  expect(inbox.arrived).toEqual([])
  const [bob, cat] = broker.webhooks.pending()
  const id = bob?.id ?? 0
  await broker.webhooks.deliver(id, 'forged')
  await broker.webhooks.deliver(id, 'stale')
  expect(broker.webhooks.pending()).toHaveLength(2)
  const [forged, stale] = inbox.arrived
  expect(forged?.signature).not.toBe(webhookSignature(KEYS.consumerKey, forged?.webhook))
  expect(stale?.signature).toBe(webhookSignature(KEYS.consumerKey, stale?.webhook))
  expect(Date.now() - Date.parse(stale?.webhook.eventTimestamp ?? '')).toBeGreaterThan(300_000)
  expect([await broker.webhooks.deliver(id), await broker.webhooks.deliver(id)]).toEqual([200, 200])
  expect(inbox.arrived[2]).toEqual(inbox.arrived[3])
  broker.webhooks.drop(cat?.id ?? 0)
  expect(broker.webhooks.pending()).toEqual([])
})

test('an undelivered webhook is retried and finally dropped', async () => {
  const inbox = await openInbox()
  inbox.answer.status = 500
  const { broker, sdk } = await openBroker({ webhook: { url: () => inbox.url, retryAfterMs: [5, 5] } })
  await register(sdk, 'dan')
  await expect.poll(() => inbox.arrived.length).toBe(3)
  await broker.webhooks.settled()
  expect(broker.webhooks.pending()).toMatchObject([{ eventType: 'USER_REGISTERED', attempts: 3 }])
  expect(new Set(inbox.arrived.map(({ body }) => body)).size).toBe(1)
})

test('webhooks left undelivered before a restart are sent after it', async () => {
  const inbox = await openInbox()
  const file = newFile()
  const first = await openBroker({ file, webhook: { url: () => 'http://127.0.0.1:9/' } })
  await register(first.sdk, 'eva')
  await first.broker.webhooks.settled()
  await first.broker.close()
  const second = await openBroker({ file, webhook: { url: () => inbox.url } })
  await expect.poll(() => inbox.arrived.length).toBe(1)
  await second.broker.webhooks.settled()
  expect(second.broker.webhooks.pending()).toEqual([])
})
