// A broker connected through the provider's own SDK: read, kept up to date, broken, repaired, and ended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { signInAt } from '#tools/sandbox/broker/browser-actions.ts'
import { asOwner } from '#test/database.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora' | 'eve' | 'finn' | 'gil', Person>
const signedIn = new Map<string, Browser>()
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator({ priceCents: 800 }),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
    eve: creator(),
    finn: member(),
    gil: creator(),
  })
})
afterAll(() => server.stop())

async function as(name: keyof typeof people): Promise<Browser> {
  const browser = signedIn.get(name) ?? (await server.signIn(name))
  signedIn.set(name, browser)
  return browser
}
const settle = async () => {
  await server.broker.webhooks.settled()
  await server.jobsDone()
}

// @spec-1.10
test('Ada connects the sample broker and sees its record, marked as a sample', async () => {
  const ada = await as('ada')
  const { back } = await connectSample(server, ada)
  expect(back).toMatchObject({ path: '/portfolio', params: { connected: '1', status: 'SUCCESS' } })
  const seen = await ada.call(portfolio.overview)
  expect(seen).toMatchObject({ isWorking: false, fault: null })
  expect(seen.connections).toMatchObject([{ broker: 'Sample Brokerage', state: 'live', trouble: null }])
  expect(seen.accounts).toMatchObject([{ source: 'sample', label: '…4021', isPaper: false }])
  expect(seen.picture?.trust).toMatchObject({ kind: 'sample', isLinked: true, broker: 'Sample Brokerage' })
  expect(seen.picture?.daysOnRecord).toBeGreaterThan(700)
  expect(seen.holdings.length).toBeGreaterThan(3)
  expect(await ada.call(portfolio.read)).toMatchObject({ connected: true })
})

test('the stored record matches the broker’s', async () => {
  const [account] = (await (await as('ada')).call(portfolio.overview)).accounts
  const row = await server.deps.db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('id', '=', account?.id ?? '')
    .executeTakeFirstOrThrow()
  const kept = await server.deps.db
    .selectFrom('portfolioActivities')
    .select(['symbol', (eb) => eb.fn.sum<string>('quantity').as('quantity')])
    .where('accountId', '=', row.id)
    .where('symbol', 'is not', null)
    .groupBy('symbol')
    .execute()
  const held = Object.fromEntries(kept.map(({ symbol, quantity }) => [symbol, Number(quantity)]))
  const { units, cash } = server.broker.bookOf(row.externalId ?? '')
  const there = Object.fromEntries(Object.entries(units).map(([symbol, size]) => [symbol, Number(size)]))
  for (const [symbol, size] of Object.entries(there)) expect(held[symbol]).toBeCloseTo(size, 6)
  const money = await server.deps.db
    .selectFrom('portfolioActivities')
    .select((eb) => eb.fn.sum<string>('cash').as('cash'))
    .where('accountId', '=', row.id)
    .executeTakeFirstOrThrow()
  expect(Number(money.cash)).toBeCloseTo(Number(cash), 2)
})

test('a second sync changes nothing, and a trade of today appears after the next sync', async () => {
  const ada = await as('ada')
  const before = await ada.call(portfolio.overview)
  const activities = async () => (await ada.call(portfolio.overview)).accounts[0]?.activities
  const row = await server.deps.db
    .selectFrom('portfolioAccounts')
    .selectAll()
    .where('userId', '=', people.ada.id)
    .executeTakeFirstOrThrow()
  await longAgo(people.ada.id)
  await ada.call(portfolio.discoverConnections)
  await settle()
  const after = await ada.call(portfolio.overview)
  expect(after.accounts[0]?.activities).toBe(before.accounts[0]?.activities)
  expect(after.picture?.curve).toEqual(before.picture?.curve)
  const [symbol = ''] =
    Object.entries(server.broker.bookOf(row.externalId ?? '').units).find(([, size]) => Number(size) > 1) ??
    []
  server.broker.tradeToday(row.externalId ?? '', symbol, -1)
  await longAgo(people.ada.id)
  await ada.call(portfolio.discoverConnections)
  await settle()
  expect(await activities()).toBe((before.accounts[0]?.activities ?? 0) + 1)
})

/** Sets all of a person's sync times to yesterday. */
const longAgo = (userId: string) =>
  server.deps.db
    .updateTable('brokerConnections')
    .set({ syncedAt: new Date(server.deps.clock.now().getTime() - 86_400_000) })
    .where('userId', '=', userId)
    .where('syncedAt', 'is not', null)
    .execute()

test('Bea’s connection breaks, shows why, and is repaired with its record kept', async () => {
  const bea = await as('bea')
  await connectSample(server, bea)
  const [connection] = (await bea.call(portfolio.overview)).connections
  const since = (await bea.call(portfolio.overview)).picture?.since
  server.broker.breakConnection(await externalIdOf(connection?.id))
  await settle()
  const broken = await bea.call(portfolio.overview)
  expect(broken.connections).toMatchObject([{ id: connection?.id, state: 'broken' }])
  expect(await bea.call(portfolio.read)).toMatchObject({ connected: false })
  expect(broken.picture?.since).toBe(since)
  // Others see it too, without a recompute.
  const params = { id: people.bea.id }
  const finn = await as('finn')
  expect((await finn.call(portfolio.ofPerson, { params })).picture?.trust.until).not.toBeNull()
  const { url } = await bea.call(portfolio.reconnect, { params: { id: connection?.id ?? '' } })
  expect((await signInAt(url, {})).params['status']).toBe('SUCCESS')
  await bea.call(portfolio.discoverConnections)
  await settle()
  const mended = await bea.call(portfolio.overview)
  expect(mended.connections).toMatchObject([{ id: connection?.id, state: 'live', since: connection?.since }])
  expect(mended.picture?.since).toBe(since)
  expect((await finn.call(portfolio.ofPerson, { params })).picture?.trust.until).toBeNull()
})

const externalIdOf = async (id = '') => {
  const { externalId } = await server.deps.db
    .selectFrom('brokerConnections')
    .select('externalId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return externalId
}

test('a paper account is listed, but counts in no figure', async () => {
  const cleo = await as('cleo')
  await connectSample(server, cleo, 'SAMPLE-PAPER')
  const seen = await cleo.call(portfolio.overview)
  expect(seen.accounts).toMatchObject([{ isPaper: true }])
  expect(seen).toMatchObject({ picture: null, holdings: [], isWorking: false, fault: null })
  expect(await cleo.call(portfolio.read)).toMatchObject({ performance: '+0.0%', holdings: [] })
})

test('an empty account is connected and shows nothing', async () => {
  const dora = await as('dora')
  await connectSample(server, dora, 'SAMPLE-EMPTY')
  expect(await dora.call(portfolio.overview)).toMatchObject({ picture: null, isWorking: false, holdings: [] })
  expect(await dora.call(portfolio.read)).toMatchObject({ connected: true, holdings: [] })
})

test('a broker that reports only the last year gives a record that begins then with an opening balance', async () => {
  const eve = await as('eve')
  await connectSample(server, eve, 'SAMPLE-SHORT')
  const seen = await eve.call(portfolio.overview)
  expect(seen).toMatchObject({ fault: null, isWorking: false })
  expect(seen.picture?.daysOnRecord).toBeGreaterThan(300)
  expect(seen.picture?.daysOnRecord).toBeLessThan(400)
})

test('nothing is connected if the person leaves the sign-in page', async () => {
  const finn = await as('finn')
  const { url } = await finn.call(portfolio.connect, { body: { provider: 'snaptrade' } })
  expect((await signInAt(url, { do: 'cancel' })).params['status']).toBe('ABANDONED')
  expect((await finn.call(portfolio.discoverConnections)).connections).toEqual([])
})

test('nobody can repair or end another person’s connection', async () => {
  const [connection] = (await (await as('ada')).call(portfolio.overview)).connections
  const finn = await as('finn')
  const params = { id: connection?.id ?? '' }
  expect((await refusal(finn.call(portfolio.reconnect, { params }))).code).toBe('connection_not_found')
  expect((await refusal(finn.call(portfolio.disconnect, { params }))).code).toBe('connection_not_found')
})

test('an internal error is shown after the third attempt, until a later one succeeds', async () => {
  const gil = await as('gil')
  await connectSample(server, gil)
  const connection = async () => (await gil.call(portfolio.overview)).connections[0]
  const id = (await connection())?.id ?? ''
  const trouble = async () => (await connection())?.trouble
  await asOwner(
    server.database,
    `create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$;
     create trigger fail before update on portfolio_accounts for each row execute function fail()`,
  )
  for (const attempt of [1, 2]) {
    await expect(syncConnection(server.deps, id, attempt)).rejects.toThrow('failed')
    expect(await trouble()).toBeNull()
  }
  await expect(syncConnection(server.deps, id, 3)).rejects.toThrow('failed')
  expect(await trouble()).toContain('went wrong on our side')
  await asOwner(server.database, 'drop trigger fail on portfolio_accounts; drop function fail')
  await syncConnection(server.deps, id, 4)
  expect(await trouble()).toBeNull()
})

test('disconnecting deletes everything here and at the provider', async () => {
  const bea = await as('bea')
  const [connection] = (await bea.call(portfolio.overview)).connections
  await bea.call(portfolio.disconnect, { params: { id: connection?.id ?? '' } })
  await settle()
  expect(await bea.call(portfolio.overview)).toMatchObject({ picture: null, accounts: [], connections: [] })
  expect((await bea.call(portfolio.discoverConnections)).connections).toEqual([])
})

test('after everything is deleted, the provider no longer knows the person', async () => {
  const ada = await as('ada')
  await ada.call(portfolio.deleteAll)
  await settle()
  expect(await ada.call(portfolio.overview)).toMatchObject({
    picture: null,
    accounts: [],
    connections: [],
    holdings: [],
  })
  for (const table of ['brokerCustomers', 'brokerConnections', 'portfolioAccounts'] as const)
    expect(
      await server.deps.db.selectFrom(table).selectAll().where('userId', '=', people.ada.id).execute(),
    ).toEqual([])
})
