// Terms that change between starting a payment and picking it up: the old attempt is voided, and nobody can pay it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, pay } from './billing-steps.ts'

let database: FreshDatabase
/** Two copies of the server, before and after the operator changed the platform's fee. */
let before: TestServer
let after: TestServer
let people: Record<'nina' | 'ben' | 'cid', Person>
beforeAll(async () => {
  database = await freshDatabase()
  before = await startServer({ database, settings: { PLATFORM_FEE_PERCENT: '10' } })
  after = await startServer({ database, settings: { PLATFORM_FEE_PERCENT: '20' } })
  people = await buildPeople(before.deps, { nina: member(), ben: member(), cid: member() })
  await becomeCreator(before, await before.signIn('nina'), 1000)
})
afterAll(async () => {
  await after.stop()
  await before.stop()
  await database.drop()
})

const subscribe = async (server: TestServer, name: 'ben' | 'cid') => {
  const browser = await server.signIn(name)
  return await browser.call(billing.create, { body: { creatorId: people.nina.id } })
}
const rowsOf = ({ id }: Person) =>
  before.deps.db
    .selectFrom('subscriptions')
    .select(['status', 'feePercent', 'stripeSubscriptionId'])
    .where('subscriberId', '=', id)
    .orderBy('createdAt')
    .execute()
const settled = async () => {
  await before.settled()
  await after.settled()
}

test('after a fee change Ben pays the new fee that his offer shows, and the old secret no longer works', async () => {
  const old = await subscribe(before, 'ben')
  const { clientSecret } = await subscribe(after, 'ben')
  expect(clientSecret).not.toBe(old.clientSecret)
  const browser = await after.signIn('ben')
  expect((await pay(browser, old.clientSecret)).status).not.toBe(200)
  expect((await pay(browser, clientSecret)).status).toBe(200)
  await settled()
  expect(await rowsOf(people.ben)).toMatchObject([
    { status: 'incomplete_expired', feePercent: 10 },
    { status: 'active', feePercent: 20 },
  ])
  const paid = await before.deps.db
    .selectFrom('payments')
    .select(['amountInCents', 'feeInCents'])
    .executeTakeFirstOrThrow()
  expect(paid).toEqual({ amountInCents: 1000, feeInCents: 200 })
})

test('without a change Cid gets the same secret again', async () => {
  const { clientSecret } = await subscribe(after, 'cid')
  expect((await subscribe(after, 'cid')).clientSecret).toBe(clientSecret)
  expect(await rowsOf(people.cid)).toMatchObject([{ status: 'incomplete', feePercent: 20 }])
})
