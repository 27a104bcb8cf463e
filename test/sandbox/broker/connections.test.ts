// Connections from end to end: register a user, choose a broker in the portal, read the accounts.
import { expect, test } from 'vitest'
import { BROKERS } from '#tools/sandbox/broker/samples/brokers.ts'
import {
  activitiesOf,
  clockAt,
  connect,
  connected,
  openBroker,
  outcomeOf,
  portalOf,
  refusalOf,
  register,
  RETURN,
  sdkAt,
  submit,
} from './broker-fixture.ts'

test('Ann connects the sample broker and reads her accounts', async () => {
  const { sdk } = await openBroker()
  expect((await sdk.apiStatus.check()).data.online).toBe(true)
  const ann = await register(sdk, 'ann')
  const page = await portalOf(sdk, ann)
  const html = await (await fetch(page)).text()
  expect(html).toContain('Sample broker, no real account')
  const back = await submit(page, { broker: 'SAMPLE', do: 'connect' })
  expect(back.status).toBe(303)
  expect(back.headers.get('location')).toMatch(new RegExp(`^${RETURN.replace('?', '\\?')}&`))
  const { status, connection_id: id = '', from } = outcomeOf(back)
  expect([status, from]).toEqual(['SUCCESS', 'portal'])

  const { data: connections } = await sdk.connections.listBrokerageAuthorizations(ann)
  expect(connections).toMatchObject([
    { id, disabled: false, disabled_date: null, type: 'read', brokerage: { slug: 'SAMPLE' } },
  ])
  const { data: detail } = await sdk.connections.detailBrokerageAuthorization({ ...ann, authorizationId: id })
  expect(detail).toEqual(connections[0])

  const { data: accounts } = await sdk.accountInformation.listUserAccounts(ann)
  expect(accounts).toMatchObject([
    {
      brokerage_authorization: id,
      institution_name: 'Sample Brokerage',
      number: expect.stringMatching(/^\d{4}4021$/),
      is_paper: false,
      status: 'open',
      sync_status: {
        transactions: { initial_sync_completed: true },
        holdings: { initial_sync_completed: true },
      },
    },
  ])
  const accountId = accounts[0]?.id ?? ''
  const own = { ...ann, accountId }
  expect((await sdk.accountInformation.getUserAccountDetails(own)).data).toEqual(accounts[0])
  expect(
    (await sdk.connections.listBrokerageAuthorizationAccounts({ ...ann, authorizationId: id })).data,
  ).toEqual(accounts)
  const { data: balances } = await sdk.accountInformation.getUserAccountBalance(own)
  expect(balances).toMatchObject([{ currency: { code: 'USD' }, cash: expect.any(Number) }])
  const { data: positions } = await sdk.accountInformation.getAllAccountPositions(own)
  expect(positions.results.map(({ instrument }) => instrument.symbol)).toContain('NVDA')
  const value = positions.results.reduce((sum, { units, price }) => sum + Number(units) * Number(price), 0)
  expect(accounts[0]?.balance.total?.amount).toBeCloseTo(value + Number(balances[0]?.cash), 1)
})

test('Bob has two accounts at one broker, one of them in Canadian dollars', async () => {
  const { sdk } = await openBroker()
  const { person, accounts } = await connected(sdk, 'bob', 'SAMPLE-NORTH')
  expect(accounts.map(({ raw_type: type }) => type)).toEqual(['TFSA', 'Margin'])
  const { data } = await sdk.accountInformation.getAllAccountPositions({
    ...person,
    accountId: accounts[0]?.id ?? '',
  })
  expect(data.results.map(({ instrument, currency }) => [instrument.symbol, currency])).toContainEqual([
    'ENB.TO',
    'CAD',
  ])
})

test('a paper account is marked as such, and an empty account is empty', async () => {
  const { sdk } = await openBroker()
  const paper = await connected(sdk, 'carol', 'SAMPLE-PAPER')
  expect(paper.accounts[0]?.is_paper).toBe(true)
  const empty = await connected(sdk, 'dave', 'SAMPLE-EMPTY')
  const own = { ...empty.person, accountId: empty.accountId }
  expect((await sdk.accountInformation.getAllAccountPositions(own)).data.results).toEqual([])
  expect(await activitiesOf(sdk, empty.person, empty.accountId)).toEqual([])
  expect(empty.accounts[0]?.balance.total).toEqual({ amount: 0, currency: 'USD' })
})

test('Erin cancels, returns without a connection, and the session is over', async () => {
  const { sdk } = await openBroker()
  const erin = await register(sdk, 'erin')
  const page = await portalOf(sdk, erin)
  expect(outcomeOf(await submit(page, { do: 'cancel' }))).toEqual({ from: 'portal', status: 'ABANDONED' })
  expect((await sdk.connections.listBrokerageAuthorizations(erin)).data).toEqual([])
  const again = await submit(page, { broker: 'SAMPLE', do: 'connect' })
  expect(again.status).toBe(410)
  expect(await again.text()).toContain('error_code=1006&amp;status_code=400')
})

test('a failed login returns an error with its code', async () => {
  const { sdk } = await openBroker()
  const frank = await register(sdk, 'frank')
  const back = await submit(await portalOf(sdk, frank), { broker: 'SAMPLE-REFUSES', do: 'connect' })
  expect(outcomeOf(back)).toEqual({ from: 'portal', status: 'ERROR', error_code: '1066', status_code: '403' })
})

test('connecting a broker again returns the same connection, and after its removal a new one with the old history', async () => {
  const { sdk } = await openBroker()
  const { person, connectionId, accounts, accountId } = await connected(sdk, 'gina')
  expect(await connect(sdk, person)).toBe(connectionId)
  const before = await activitiesOf(sdk, person, accountId)
  const removed = await sdk.connections.removeBrokerageAuthorization({
    ...person,
    authorizationId: connectionId,
  })
  expect(removed.status).toBe(204)
  expect(await refusalOf(sdk.accountInformation.getUserAccountDetails({ ...person, accountId }))).toEqual([
    404,
    '1011',
  ])
  expect(await connect(sdk, person)).not.toBe(connectionId)
  const { data: after } = await sdk.accountInformation.listUserAccounts(person)
  expect(after[0]?.id).not.toBe(accountId)
  expect(after[0]?.institution_account_id).toBe(accounts[0]?.institution_account_id)
  expect(await activitiesOf(sdk, person, after[0]?.id ?? '')).toEqual(before)
})

test('deleting a connection or a user deletes everything of it', async () => {
  const { sdk } = await openBroker()
  const { person, connectionId } = await connected(sdk, 'hana')
  const { data } = await sdk.connections.deleteConnection({ ...person, connectionId })
  expect(data.connection_id).toBe(connectionId)
  expect((await sdk.accountInformation.listUserAccounts(person)).data).toEqual([])
  await connect(sdk, person)
  expect((await sdk.authentication.listSnapTradeUsers()).data).toEqual(['hana'])
  const deleted = await sdk.authentication.deleteSnapTradeUser({ userId: 'hana' })
  expect(deleted.data).toMatchObject({ status: 'deleted', userId: 'hana' })
  expect(await refusalOf(sdk.accountInformation.listUserAccounts(person))).toEqual([401, '1083'])
  expect(await refusalOf(sdk.authentication.deleteSnapTradeUser({ userId: 'hana' }))).toEqual([404, '1011'])
})

test.each(BROKERS.map(({ slug }) => slug))(
  '%s can be chosen, alone where the login names it',
  async (slug) => {
    const { sdk } = await openBroker()
    const ivan = await register(sdk, 'ivan')
    const html = await (await fetch(await portalOf(sdk, ivan, { broker: slug }))).text()
    expect(html.match(/type="radio"/g)).toHaveLength(1)
    expect(html).toContain(`value="${slug}" required checked`)
  },
)

test('the sandbox works below a mount path, with and without /api/v1', async () => {
  const { broker } = await openBroker({ baseUrl: () => 'http://app.test/sandbox/broker' })
  const root = `http://127.0.0.1:${broker.port}`
  for (const [index, path] of ['', '/api/v1', '/sandbox/broker', '/sandbox/broker/api/v1'].entries()) {
    const sdk = sdkAt(`${root}${path}`)
    expect((await sdk.apiStatus.check()).data.online).toBe(true)
    const person = await register(sdk, `jo ${index} + ü`)
    expect(await portalOf(sdk, person)).toMatch(
      /^http:\/\/app\.test\/sandbox\/broker\/pages\/connect\?sessionId=/,
    )
  }
})

test('Kim’s portal session expires', async () => {
  const { clock, pass } = clockAt('2026-11-20T15:00:00Z')
  const { sdk } = await openBroker({ clock })
  const page = await portalOf(sdk, await register(sdk, 'kim'))
  pass(6)
  expect((await fetch(page)).status).toBe(410)
})
