// Errors between us and a broker provider: nothing is lost, nothing is invented, and the owner sees them.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { discoverConnections } from '#server/features/portfolio/connections/discover-connections.ts'
import { sweepPortfolios } from '#server/features/portfolio/sweep-portfolios.ts'
import { rotateSecrets } from '#server/features/portfolio/connections/rotate-secrets.ts'
import { syncConnection } from '#server/features/portfolio/connections/sync-connection.ts'
import { openSecrets } from '#server/secrets.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { signInAt } from '#tools/sandbox/broker/browser-actions.ts'
import { connectSample } from '#test/sample-broker.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, type Person, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let people: Record<'ada' | 'bea' | 'cleo' | 'dora' | 'eve' | 'finn' | 'gus', Person>
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, {
    ada: creator(),
    bea: creator(),
    cleo: creator(),
    dora: creator(),
    eve: creator(),
    finn: creator(),
    gus: creator(),
  })
})
afterAll(() => server.stop())
beforeEach(() => server.broker.clearFaults())

const overview = (browser: Browser) => browser.call(portfolio.overview)

async function connectionOf(person: Person) {
  return await server.deps.db
    .selectFrom('brokerConnections')
    .selectAll()
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow()
}
/** When the queue will sync this connection again, in ms from now. */
async function readAgainIn(connectionId: string): Promise<number | null> {
  const { rows } = await server.deps.pool.query<{ at: Date }>(
    'select run_at as at from graphile_worker.jobs where key = $1',
    [`sync ${connectionId}`],
  )
  return rows[0] ? rows[0].at.getTime() - server.deps.clock.now().getTime() : null
}
const activitiesOf = async (browser: Browser) => (await overview(browser)).accounts[0]?.activities

test('a rate-limited provider is called again once the minute is over', async () => {
  const ada = await server.signIn('ada')
  await connectSample(server, ada, 'SAMPLE-LIMITED')
  const [seen] = (await overview(ada)).connections
  expect(seen).toMatchObject({ state: 'reading', trouble: null })
  const wait = await readAgainIn(seen?.id ?? '')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60_000)
  const half = sql`update broker_connections set created_at = created_at - interval '30 minutes' where id = ${seen?.id}`
  await half.execute(server.deps.db)
  await syncConnection(server.deps, seen?.id ?? '')
  expect((await overview(ada)).connections[0]).toMatchObject({
    state: 'reading',
    trouble: expect.stringContaining('is taking longer than usual'),
  })
  server.broker.endFailures((await connectionOf(people.ada)).externalId)
  await syncConnection(server.deps, seen?.id ?? '')
  await server.jobsDone()
  expect((await overview(ada)).connections[0]).toMatchObject({ state: 'live', trouble: null })
})

test('the sync waits for an account that the provider is still reading', async () => {
  const bea = await server.signIn('bea')
  await connectSample(server, bea, 'SAMPLE-SLOW')
  const [seen] = (await overview(bea)).connections
  expect(seen).toMatchObject({ state: 'reading', trouble: null })
  expect(await readAgainIn(seen?.id ?? '')).toBeLessThanOrEqual(20_000)
  server.broker.endFailures((await connectionOf(people.bea)).externalId)
  await syncConnection(server.deps, seen?.id ?? '')
  await server.jobsDone()
  expect((await overview(bea)).picture?.performance).toMatch(/^[+-]\d+\.\d%$/)
})

test('after a provider failure the data stays, the owner sees why, and retries become less frequent', async () => {
  const cleo = await server.signIn('cleo')
  await connectSample(server, cleo)
  const before = await activitiesOf(cleo)
  const { id } = await connectionOf(people.cleo)
  const waits = []
  for (const how of [500, 'cut', 503] as const) {
    server.broker.failNext({ how, path: /activities/ })
    await syncConnection(server.deps, id)
    waits.push(Math.round(((await readAgainIn(id)) ?? 0) / 60_000))
  }
  expect(waits).toEqual([1, 2, 4])
  const seen = await overview(cleo)
  expect(seen.connections[0]).toMatchObject({
    state: 'live',
    trouble: 'Sample Brokerage couldn’t be read. We’ll try again automatically.',
  })
  expect(await activitiesOf(cleo)).toBe(before)
  await syncConnection(server.deps, id)
  expect((await overview(cleo)).connections[0]).toMatchObject({ state: 'live', trouble: null })
})

test('a connection that breaks during a sync is marked as broken, and its data stays', async () => {
  const dora = await server.signIn('dora')
  await connectSample(server, dora)
  const before = await activitiesOf(dora)
  const { id } = await connectionOf(people.dora)
  const body = {
    detail: 'Unable to sync with brokerage account because the connection is disabled',
    code: '3003',
  }
  server.broker.failNext({ how: 402, body, path: /balances|positions/ })
  await syncConnection(server.deps, id)
  expect((await overview(dora)).connections[0]).toMatchObject({ state: 'broken' })
  expect(await activitiesOf(dora)).toBe(before)
})

test('a connection that was ended at the broker asks to be connected again', async () => {
  const eve = await server.signIn('eve')
  await connectSample(server, eve)
  const [provider] = server.deps.providers
  const row = await connectionOf(people.eve)
  const customer = await server.deps.db
    .selectFrom('brokerCustomers')
    .selectAll()
    .where('userId', '=', people.eve.id)
    .executeTakeFirstOrThrow()
  const secret = server.deps.secrets.open(customer.secret, customer.externalId)
  const known = { externalId: row.externalId, broker: row.broker, isDisabled: false, secret: null }
  await provider?.remove({ id: customer.externalId, secret }, known)
  if (provider) await discoverConnections(server.deps, people.eve.id, provider)
  expect((await overview(eve)).connections[0]).toMatchObject({
    state: 'ended',
    trouble: null,
  })
  expect((await overview(eve)).picture).not.toBeNull()
  const params = { id: row.id }
  await eve.call(portfolio.disconnect, { params })
  expect((await overview(eve)).connections).toEqual([])
})

test('a connection that waits for its owner is checked once a day, an ended one never', async () => {
  const gus = await server.signIn('gus')
  await connectSample(server, gus)
  const { id } = await connectionOf(people.gus)
  const { db, clock } = server.deps
  /** Rolled back at once, so that no worker runs the enqueued job. */
  const isAskedAfter = async (hours: number) => {
    const then = new Date(clock.now().getTime() + hours * 3_600_000)
    const trx = await db.startTransaction().execute()
    await sweepPortfolios({ db: trx, clock: { ...clock, now: () => then } })
    const { rows } = await sql`select 1 from graphile_worker.jobs
      where key = ${`discover snaptrade ${people.gus.id}`}`.execute(trx)
    await trx.rollback().execute()
    return rows.length > 0
  }
  const stands = (change: Record<string, Date | null>) =>
    db.updateTable('brokerConnections').set(change).where('id', '=', id).execute()
  const longAgo = new Date('2026-01-01T00:00:00Z')
  await stands({ disabledAt: longAgo, syncedAt: longAgo, lookedAt: clock.now() })
  expect([await isAskedAfter(1), await isAskedAfter(25)]).toEqual([false, true])
  await stands({ disabledAt: null })
  expect(await isAskedAfter(1)).toBe(true)
  await stands({ disabledAt: longAgo, endedAt: longAgo })
  expect(await isAskedAfter(25)).toBe(false)
  // The time of the check counts, even if nothing could be read.
  await stands({ endedAt: null, lookedAt: null })
  await gus.call(portfolio.discoverConnections)
  expect((await connectionOf(people.gus)).lookedAt).not.toBeNull()
})

test('connecting fails with a message if the provider can’t be reached, and nothing is started', async () => {
  const finn = await server.signIn('finn')
  server.broker.failNext({ how: 'cut', path: /registerUser/ })
  const attempt = finn.call(portfolio.connect, { body: { provider: 'snaptrade' } })
  expect(await refusal(attempt)).toMatchObject({ status: 503, code: 'broker_unavailable' })
  const { url } = await finn.call(portfolio.connect, { body: { provider: 'snaptrade' } })
  expect((await signInAt(url, { broker: 'SAMPLE-REFUSES' })).params).toMatchObject({ status: 'ERROR' })
  expect((await finn.call(portfolio.discoverConnections)).connections).toEqual([])
})

test('a provider that isn’t configured can’t be chosen', async () => {
  const finn = await server.signIn('finn')
  const attempt = finn.call(portfolio.connect, { body: { provider: 'plaid' } })
  expect(await refusal(attempt)).toMatchObject({ status: 404, code: 'provider_not_set_up' })
})

test('forged, changed, expired and foreign webhooks are rejected', async () => {
  const { brokers } = server.deps.config
  const { clientId, consumerKey } = brokers.snaptrade ?? { clientId: '', consumerKey: '' }
  const customer = await server.deps.db
    .selectFrom('brokerCustomers')
    .select('externalId')
    .executeTakeFirstOrThrow()
  const webhook = (changes: object = {}) => ({
    clientId,
    eventTimestamp: server.deps.clock.now().toISOString(),
    eventType: 'CONNECTION_UPDATED',
    userId: customer.externalId,
    webhookId: 'é',
    ...changes,
  })
  const sign = (text: string, key = consumerKey) => createHmac('sha256', key).update(text).digest('base64')
  const send = async (body: string, signature?: string) => {
    const headers = { 'content-type': 'application/json', ...(signature && { signature }) }
    return (await fetch(`${server.origin}/api/brokers/snaptrade/webhook`, { method: 'POST', headers, body }))
      .status
  }
  const text = (one: object) => JSON.stringify(one).replaceAll('é', String.raw`\u00e9`)
  const good = text(webhook())
  expect(await send(good, sign(good))).toBe(200)
  expect(await send(good)).toBe(400)
  expect(await send(good, sign(good, 'another key'))).toBe(400)
  expect(await send(good.replace('UPDATED', 'DELETED'), sign(good))).toBe(400)
  const old = text(webhook({ eventTimestamp: '2020-01-01T00:00:00Z' }))
  expect(await send(old, sign(old))).toBe(400)
  const others = text(webhook({ clientId: 'SOMEBODY' }))
  expect(await send(others, sign(others))).toBe(400)
  for (const rubbish of ['', '{', '[]', 'null', '"x"']) expect(await send(rubbish, sign(rubbish))).toBe(400)
  const plaid = await fetch(`${server.origin}/api/brokers/plaid/webhook`, { method: 'POST', body: good })
  expect(plaid.status).toBe(400)
})

test('secrets are stored encrypted, and all of them can be re-encrypted with a new key', async () => {
  const { db } = server.deps
  const rows = await db.selectFrom('brokerCustomers').selectAll().execute()
  expect(rows.length).toBeGreaterThan(2)
  const known = rows.map((row) => server.deps.secrets.open(row.secret, row.externalId))
  for (const [index, { secret }] of rows.entries())
    expect(secret.toString('latin1')).not.toContain(known[index]?.slice(0, 8))
  const [old] = server.deps.config.brokers.encryptionKeys
  const fresh = Buffer.alloc(32, 9)
  const both = openSecrets([fresh, old ?? fresh], server.deps.clock)
  expect(await rotateSecrets({ db, secrets: both })).toBe(rows.length)
  expect(await rotateSecrets({ db, secrets: both })).toBe(0)
  const moved = await db.selectFrom('brokerCustomers').selectAll().execute()
  const alone = openSecrets([fresh], server.deps.clock)
  expect(moved.map((row) => alone.open(row.secret, row.externalId)).toSorted()).toEqual(known.toSorted())
})
