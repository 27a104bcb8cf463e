// Signing in at a broker through Plaid: which connections are made, kept and removed.
import { expect, test } from 'vitest'
import { finishPage, newItem } from '#tools/sandbox/plaid/state.ts'
import { ADA, account, connectAda, RETURN, openPlaidFixture, providerErrorOf } from './plaid-fixture.ts'

test('Ada is sent to Plaid’s page, which returns her and sends webhooks to our server', async () => {
  const { plaid, sandbox } = await openPlaidFixture()
  const { url } = await plaid.begin(ADA, { returnUrl: RETURN, reconnect: null })
  expect(url).toMatch(/^https:\/\/secure\.plaid\.com\/hl\//)
  expect(sandbox.state.calls).toEqual([
    {
      path: '/link/token/create',
      body: {
        client_name: 'Signalpost',
        language: 'en',
        country_codes: ['US', 'CA'],
        user: { client_user_id: ADA.id },
        products: ['investments'],
        webhook: 'https://signalpost.example/webhooks/plaid',
        hosted_link: { completion_redirect_uri: RETURN, is_mobile_app: false },
      },
    },
  ])
})

test('Ada’s new connection exists when she returns, and is never exchanged twice', async () => {
  const { plaid, sandbox, ...fixture } = await openPlaidFixture()
  const { customer, connection, item } = await connectAda({ plaid, sandbox, ...fixture })
  expect(connection).toMatchObject({
    externalId: item.id,
    broker: 'First Platypus Brokerage',
    isDisabled: false,
  })
  expect(await plaid.connections(customer, [connection])).toEqual([connection])
  expect(await plaid.connections(customer, [connection])).toEqual([connection])
  const exchanges = sandbox.state.calls.filter(({ path }) => path === '/item/public_token/exchange')
  expect(exchanges).toHaveLength(1)
})

test('Ada may have several pages open, and two brokers on one of them', async () => {
  const { plaid, sandbox } = await openPlaidFixture()
  const first = await plaid.begin(ADA, { returnUrl: RETURN, reconnect: null })
  const second = await plaid.begin({ ...ADA, secret: first.secret }, { returnUrl: RETURN, reconnect: null })
  const customer = { ...ADA, secret: second.secret }
  expect(await plaid.connections(customer, [])).toEqual([])
  const [one, two, three] = [1, 2, 3].map((n) => newItem(sandbox.state, { institution: `Broker ${n}` }))
  if (!one || !two || !three) throw new Error('Three were made')
  finishPage(sandbox.state, second.url, [one, two])
  finishPage(sandbox.state, first.url, [three])
  const found = await plaid.connections(customer, [])
  expect(found.map(({ broker }) => broker).toSorted()).toEqual(['Broker 1', 'Broker 2', 'Broker 3'])
})

test('an expired page is forgotten', async () => {
  const { plaid, sandbox, time } = await openPlaidFixture()
  const { secret } = await plaid.begin(ADA, { returnUrl: RETURN, reconnect: null })
  time.at = new Date(time.at.getTime() + 3 * 3_600_000)
  sandbox.state.calls.length = 0
  expect(await plaid.connections({ ...ADA, secret }, [])).toEqual([])
  expect(sandbox.state.calls).toEqual([])
  const next = await plaid.begin({ ...ADA, secret }, { returnUrl: RETURN, reconnect: null })
  expect(next.secret.length).toBe(secret.length)
})

test('an exchanged connection isn’t lost when the next one fails', async () => {
  const { plaid, sandbox } = await openPlaidFixture()
  const { url, secret } = await plaid.begin(ADA, { returnUrl: RETURN, reconnect: null })
  const items = ['One', 'Two'].map((institution) => newItem(sandbox.state, { institution }))
  finishPage(sandbox.state, url, items)
  const failure = { status: 500, type: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' }
  sandbox.refuse('/item/public_token/exchange', null, failure, failure)
  const first = await plaid.connections({ ...ADA, secret }, [])
  expect(first.map(({ broker }) => broker)).toEqual(['One'])
  expect((await providerErrorOf(plaid.connections({ ...ADA, secret }, first))).kind).toBe('away')
  const all = await plaid.connections({ ...ADA, secret }, first)
  expect(all.map(({ broker }) => broker)).toEqual(['One', 'Two'])
})

test('a connection that needs a new sign-in is disabled until Ada repairs it on the same page', async () => {
  const fixture = await openPlaidFixture()
  const { plaid, sandbox } = fixture
  const { customer, connection, item } = await connectAda(fixture)
  item.error = 'ITEM_LOGIN_REQUIRED'
  expect(await plaid.connections(customer, [connection])).toEqual([{ ...connection, isDisabled: true }])
  expect((await providerErrorOf(plaid.accounts(customer, connection))).kind).toBe('disabled')
  const mended = await plaid.begin(customer, { returnUrl: RETURN, reconnect: connection })
  const { body } = sandbox.state.calls.at(-1) ?? { body: {} }
  expect(body).toMatchObject({ access_token: connection.secret?.split(' ')[0], hosted_link: {} })
  expect(body).not.toHaveProperty('products')
  item.error = null
  finishPage(sandbox.state, mended.url, [item])
  const now = await plaid.connections({ ...customer, secret: mended.secret }, [connection])
  expect(now).toEqual([connection])
})

test('consent that expires soon can still be read', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection, item } = await connectAda(fixture)
  item.error = 'PENDING_DISCONNECT'
  expect(await fixture.plaid.connections(customer, [connection])).toEqual([connection])
})

test.each(['ITEM_NOT_FOUND', 'USER_PERMISSION_REVOKED'])('a connection with %s is gone', async (error) => {
  const fixture = await openPlaidFixture()
  const { customer, connection, item } = await connectAda(fixture)
  item.error = error
  expect(await fixture.plaid.connections(customer, [connection])).toEqual([])
})

test('removing a connection ends it at Plaid, and removing it again is fine', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection, item } = await connectAda(fixture)
  await fixture.plaid.remove(customer, connection)
  expect(item.isRemoved).toBe(true)
  await fixture.plaid.remove(customer, connection)
  expect(await fixture.plaid.connections(customer, [connection])).toEqual([])
})

test('forgetting Ada removes all her connections, including one just made', async () => {
  const fixture = await openPlaidFixture()
  const { plaid, sandbox } = fixture
  const { customer, connection, item } = await connectAda(fixture)
  const { url, secret } = await plaid.begin(customer, { returnUrl: RETURN, reconnect: null })
  const late = newItem(sandbox.state, { accounts: [account()] })
  finishPage(sandbox.state, url, [late])
  await plaid.forget({ ...customer, secret }, [connection])
  expect([item.isRemoved, late.isRemoved]).toEqual([true, true])
})

test('a connection of the other environment doesn’t count as gone', async () => {
  const fixture = await openPlaidFixture()
  const { customer, connection } = await connectAda(fixture)
  const production = fixture.opened({ environment: 'production' })
  expect([fixture.plaid.isSample, production.isSample]).toEqual([true, false])
  const error = await providerErrorOf(production.connections(customer, [connection]))
  expect(error.kind).toBe('away')
  expect(error.message).toContain('PLAID_ENV')
})
