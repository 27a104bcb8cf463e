// Calls to the broker's API: signatures, clients, secrets, timestamps, rate limits, removed endpoints.
import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { requestSignature } from '#tools/sandbox/broker/signing.ts'
import { connected, KEYS, openBroker, portalOf, refusalOf, register, sdkAt } from './broker-fixture.ts'

/** A call signed by hand as documented. */
async function signed(
  apiUrl: string,
  path: string,
  more: { timestamp?: number; query?: string; body?: unknown } = {},
) {
  const seconds = more.timestamp ?? Math.round(Date.now() / 1000)
  const query = `clientId=${KEYS.clientId}&timestamp=${seconds}${more.query ?? ''}`
  const content = more.body ?? null
  const signature = requestSignature(KEYS.consumerKey, { content, path: `/api/v1${path}`, query })
  return fetch(`${apiUrl}${path}?${query}`, {
    headers: { signature },
    ...(more.body === undefined ? {} : { method: 'POST', body: JSON.stringify(more.body) }),
  })
}

describe('A signature', () => {
  test('matches the documentation’s example', () => {
    const text = '{"content":{"a":[{"b":1,"c":"é"}],"userId":"u"},"path":"/p","query":"x=1"}'
    const expected = createHmac('sha256', 'key').update(text).digest('base64')
    const content = { userId: 'u', a: [{ c: 'é', b: 1 }] }
    expect(requestSignature('key', { query: 'x=1', path: '/p', content })).toBe(expected)
  })

  test('of another key, client or query is refused', async () => {
    const { broker, sdk } = await openBroker()
    const ann = await register(sdk, 'ann')
    const stranger = sdkAt(broker.apiUrl, { consumerKey: 'another-key' })
    expect(await refusalOf(stranger.authentication.listSnapTradeUsers())).toEqual([401, '1076'])
    const other = sdkAt(broker.apiUrl, { clientId: 'ANOTHER' })
    expect(await refusalOf(other.authentication.listSnapTradeUsers())).toEqual([401, '1085'])
    const good = await signed(broker.apiUrl, '/snapTrade/listUsers')
    expect([good.status, await good.json()]).toEqual([200, [ann.userId]])
    const bent = await fetch(`${good.url}&more=1`, { headers: { signature: 'x' } })
    expect([bent.status, await bent.json()]).toEqual([
      401,
      { detail: 'Unable to verify signature sent', status_code: 401, code: '1076' },
    ])
  })

  test('from six minutes ago or from tomorrow is refused', async () => {
    const { broker } = await openBroker()
    const now = Math.round(Date.now() / 1000)
    for (const timestamp of [now - 360, now + 86_400]) {
      const stale = await signed(broker.apiUrl, '/snapTrade/listUsers', { timestamp })
      expect([stale.status, await stale.json()]).toMatchObject([401, { detail: 'Invalid timestamp' }])
    }
  })

  test('of a call without a body signs null', async () => {
    const { broker } = await openBroker()
    const reply = await signed(broker.apiUrl, '/snapTrade/registerUser', { body: { userId: 'bea' } })
    expect([reply.status, reply.headers.get('deprecation')]).toEqual([200, '@1781222400'])
  })
})

describe('A user', () => {
  test('needs their own secret and sees nothing of other users', async () => {
    const { sdk } = await openBroker()
    const bob = await connected(sdk, 'bob')
    const cleo = await register(sdk, 'cleo')
    const wrong = { ...bob.person, userSecret: cleo.userSecret }
    expect(await refusalOf(sdk.accountInformation.listUserAccounts(wrong))).toEqual([401, '1083'])
    const foreign = { ...cleo, accountId: bob.accountId }
    expect(await refusalOf(sdk.accountInformation.getUserAccountBalance(foreign))).toEqual([404, '1011'])
    const connection = { ...cleo, authorizationId: bob.connectionId }
    expect(await refusalOf(sdk.connections.removeBrokerageAuthorization(connection))).toEqual([404, '1011'])
    expect(await refusalOf(portalOf(sdk, cleo, { reconnect: bob.connectionId }))).toEqual([404, '1011'])
  })

  test('can be registered only once', async () => {
    const { sdk } = await openBroker()
    await register(sdk, 'dora')
    expect(await refusalOf(register(sdk, 'dora'))).toEqual([400, '1010'])
  })

  test('with a reset secret can use only the new one', async () => {
    const { sdk } = await openBroker()
    const eve = await register(sdk, 'eve')
    const { data } = await sdk.authentication.resetSnapTradeUserSecret(eve)
    expect(await refusalOf(sdk.accountInformation.listUserAccounts(eve))).toEqual([401, '1083'])
    const renewed = { ...eve, userSecret: data.userSecret ?? '' }
    expect((await sdk.accountInformation.listUserAccounts(renewed)).data).toEqual([])
    expect(await refusalOf(sdk.authentication.resetSnapTradeUserSecret(eve))).toEqual([401, '1083'])
  })
})

test('a login for trading, an unknown broker or an invalid redirect URL is refused', async () => {
  const { sdk } = await openBroker()
  const fay = await register(sdk, 'fay')
  for (const odd of [
    { connectionType: 'trade' as const },
    { broker: 'ANOTHER' },
    { customRedirect: 'javascript:alert(1)' },
  ]) {
    expect(await refusalOf(sdk.authentication.loginSnapTradeUser({ ...fay, ...odd }))).toEqual([400, '1012'])
  }
})

test('endpoints closed to new customers return 410', async () => {
  const { sdk } = await openBroker()
  const { person, accountId } = await connected(sdk, 'gus')
  const own = { ...person, accountId }
  const refused = [
    sdk.accountInformation.getUserHoldings(own),
    sdk.accountInformation.getUserAccountPositions(own),
    sdk.accountInformation.getAllUserHoldings(person),
    sdk.transactionsAndReporting.getActivities(person),
    sdk.options.listOptionHoldings(own),
  ]
  expect(await Promise.all(refused.map(refusalOf))).toEqual(refused.map(() => [410, '0000']))
})

test('unknown ids and paths return 404', async () => {
  const { broker, sdk } = await openBroker()
  const hal = await register(sdk, 'hal')
  expect(await refusalOf(sdk.accountInformation.getUserAccountDetails({ ...hal, accountId: 'x' }))).toEqual([
    404,
    '1011',
  ])
  expect((await signed(broker.apiUrl, '/brokerages')).status).toBe(404)
})

describe('Rate limits', () => {
  test('are reported in every response, and a 429 says when to retry', async () => {
    const { broker } = await openBroker({ rateLimit: 3 })
    const left = []
    for (let count = 0; count < 3; count += 1) {
      const reply = await signed(broker.apiUrl, '/snapTrade/listUsers')
      left.push(reply.headers.get('x-ratelimit-remaining'))
    }
    expect(left).toEqual(['2', '1', '0'])
    const refused = await signed(broker.apiUrl, '/snapTrade/listUsers')
    expect(refused.status).toBe(429)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': expect.stringMatching(/^(60|59)$/),
    })
    expect(await refused.json()).toMatchObject({ status_code: 429, code: '0000' })
  })

  test('are 250 a minute, and the SDK waits unless it can’t see the headers', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { broker } = await openBroker()
    const sdk = sdkAt(
      broker.apiUrl,
      {},
      { validateStatus: (status: number) => status < 300 || status === 429 },
    )
    const first = await sdk.authentication.listSnapTradeUsers()
    expect(first.headers['x-ratelimit-limit']).toBe('250')
    broker.failNext({ how: 429 })
    expect((await sdk.authentication.listSnapTradeUsers()).status).toBe(429)
    expect(log).not.toHaveBeenCalled()
  })
})

test('a test can make the next call fail', async () => {
  const { broker, sdk } = await openBroker()
  const { person } = await connected(sdk, 'ida')
  const isMet = broker.failNext({ how: 403, path: /^\/accounts/, body: { detail: 'No', code: '1141' } })
  broker.failNext({ how: 'cut', path: /^\/accounts/ })
  expect((await sdk.connections.listBrokerageAuthorizations(person)).data).toHaveLength(1)
  expect(isMet()).toBe(false)
  expect(await refusalOf(sdk.accountInformation.listUserAccounts(person))).toEqual([403, '1141'])
  expect(await refusalOf(sdk.accountInformation.listUserAccounts(person))).toEqual([undefined, undefined])
  expect(isMet()).toBe(true)
  broker.failNext({ how: 502, method: 'POST', isAfter: true })
  expect(await refusalOf(register(sdk, 'jan'))).toEqual([502, '0000'])
  expect(await refusalOf(register(sdk, 'jan'))).toEqual([400, '1010'])
  broker.failNext({ how: 500, times: 9 })
  broker.clearFaults()
  expect((await sdk.authentication.listSnapTradeUsers()).data).toEqual(['ida', 'jan'])
})
