// Connections that fail: disabled and reconnected, rate limited, unavailable, still syncing.
import { expect, test } from 'vitest'
import {
  activitiesOf,
  clockAt,
  connected,
  openBroker,
  outcomeOf,
  portalOf,
  refusalOf,
  sdkAt,
  submit,
} from './broker-fixture.ts'

test('a disabled connection keeps its id, accounts and history when it is reconnected', async () => {
  const { clock, pass } = clockAt('2026-11-20T15:00:00Z')
  const { sdk } = await openBroker({ clock })
  const { person, connectionId: id, accountId } = await connected(sdk, 'ann', 'SAMPLE-EXPIRES')
  const own = { ...person, accountId }
  const before = await activitiesOf(sdk, person, accountId)
  expect((await sdk.accountInformation.getAllAccountPositions(own)).data.results.length).toBeGreaterThan(2)

  pass(2)
  const { data: broken } = await sdk.connections.listBrokerageAuthorizations(person)
  expect(broken).toMatchObject([{ id, disabled: true, disabled_date: '2026-11-20T15:02:00.000Z' }])
  const refused = [
    sdk.accountInformation.getAllAccountPositions(own),
    sdk.accountInformation.getUserAccountBalance(own),
    sdk.connections.refreshBrokerageAuthorization({ ...person, authorizationId: id }),
    sdk.connections.syncBrokerageAuthorizationTransactions({ ...person, authorizationId: id }),
    sdk.connections.disableBrokerageAuthorization({ ...person, authorizationId: id }),
  ]
  expect(await Promise.all(refused.map(refusalOf))).toEqual(refused.map(() => [402, '3003']))
  pass(60 * 24 * 200)
  expect(await activitiesOf(sdk, person, accountId)).toEqual(before)
  expect((await sdk.accountInformation.listUserAccounts(person)).data).toHaveLength(1)

  const page = await portalOf(sdk, person, { reconnect: id })
  const html = await (await fetch(page)).text()
  expect(html).toContain('Reconnect Sample Expiring Sign-in')
  expect(html).not.toContain('type="radio"')
  expect(outcomeOf(await submit(page, { do: 'connect' }))).toMatchObject({
    status: 'SUCCESS',
    connection_id: id,
  })
  pass(60)
  const { data: mended } = await sdk.connections.listBrokerageAuthorizations(person)
  expect(mended).toMatchObject([{ id, disabled: false, disabled_date: null }])
  const after = await activitiesOf(sdk, person, accountId)
  expect(after.length).toBeGreaterThan(before.length)
  expect(after.slice(after.length - before.length)).toEqual(before)
})

test('on the daily plan a disabled connection still returns its last positions', async () => {
  const { broker, sdk } = await openBroker({ plan: 'daily' })
  const { person, connectionId, accountId } = await connected(sdk, 'bob')
  const own = { ...person, accountId }
  const { data: before } = await sdk.accountInformation.getAllAccountPositions(own)
  broker.breakConnection(connectionId)
  expect((await sdk.accountInformation.getAllAccountPositions(own)).data).toEqual(before)
  const { data } = await sdk.connections.listBrokerageAuthorizations(person)
  expect(data).toMatchObject([{ disabled: true, data_freshness_mode: 'delayed' }])
})

test('the SDK can disable a connection for a test', async () => {
  const { sdk } = await openBroker()
  const { person, connectionId } = await connected(sdk, 'cem')
  const one = { ...person, authorizationId: connectionId }
  expect((await sdk.connections.refreshBrokerageAuthorization(one)).data.detail).toBeTruthy()
  expect((await sdk.connections.disableBrokerageAuthorization(one)).data.detail).toBeTruthy()
  expect((await sdk.connections.detailBrokerageAuthorization(one)).data.disabled).toBe(true)
})

test('a rate-limited account returns 429 three times for any call, then works', async () => {
  const { broker, sdk } = await openBroker()
  const { person, accountId } = await connected(sdk, 'dee', 'SAMPLE-LIMITED')
  const patient = sdkAt(broker.apiUrl, {}, { validateStatus: () => true })
  const own = { ...person, accountId }
  const statuses = []
  for (const call of [
    () => patient.accountInformation.getUserAccountBalance(own),
    () => patient.accountInformation.getAllAccountPositions(own),
    () => patient.accountInformation.getAccountActivities(own),
    () => patient.accountInformation.getUserAccountBalance(own),
  ]) {
    const { status, headers } = await call()
    statuses.push([status, headers['x-ratelimit-account-remaining']])
  }
  expect(statuses).toEqual([
    [429, '0'],
    [429, '0'],
    [429, '0'],
    [200, undefined],
  ])
})

test('a broker under maintenance alternates between 503 and 500 for ten minutes', async () => {
  const { clock, pass } = clockAt('2026-11-20T15:00:00Z')
  const { broker, sdk } = await openBroker({ clock })
  const { person, connectionId, accountId } = await connected(sdk, 'eli', 'SAMPLE-DOWN')
  const own = { ...person, accountId }
  const ask = () => refusalOf(sdk.accountInformation.getAllAccountPositions(own))
  expect([await ask(), await ask(), await ask()]).toEqual([
    [503, '3002'],
    [500, '1000'],
    [503, '3002'],
  ])
  pass(11)
  expect(await ask()).toBe('answered')
  const { broker: other, sdk: otherSdk } = await openBroker({ clock })
  const second = await connected(otherSdk, 'eli', 'SAMPLE-DOWN')
  other.endFailures(second.connectionId)
  expect(await activitiesOf(otherSdk, second.person, second.accountId)).not.toEqual([])
  broker.endFailures(connectionId)
})

test.each(['after two minutes', 'when a test ends it'])('a slow first sync finishes %s', async (when) => {
  const { clock, pass } = clockAt('2026-11-20T15:00:00Z')
  const { broker, sdk } = await openBroker({ clock })
  const { person, connectionId, accounts, accountId } = await connected(sdk, 'flo', 'SAMPLE-SLOW')
  const own = { ...person, accountId }
  expect(accounts[0]).toMatchObject({
    balance: { total: null },
    sync_status: {
      transactions: { initial_sync_completed: false },
      holdings: { initial_sync_completed: false },
    },
  })
  expect(await refusalOf(sdk.accountInformation.getAllAccountPositions(own))).toEqual([425, '3012'])
  expect(await refusalOf(sdk.accountInformation.getAccountActivities(own))).toEqual([425, '3012'])
  if (when === 'after two minutes') pass(2)
  else broker.endFailures(connectionId)
  expect(await activitiesOf(sdk, person, accountId)).not.toEqual([])
  const { data } = await sdk.accountInformation.getUserAccountDetails(own)
  expect(data.sync_status.holdings?.initial_sync_completed).toBe(true)
})
