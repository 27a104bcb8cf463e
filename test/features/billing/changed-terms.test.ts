// Terms that change between beginning a payment and picking it up: what was begun is taken back, and nobody can pay it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#demo/build-people.ts'
import { becomeCreator, pay } from './people-who-pay.ts'

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

const begin = async (server: TestServer, name: 'ben' | 'cid') => {
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

test('the fee has changed: Ben pays the new one, as his offer says, and the secret of the old one is worth nothing', async () => {
  const old = await begin(before, 'ben')
  const { clientSecret } = await begin(after, 'ben')
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

test('nothing has changed: Cid gets the same secret again', async () => {
  const { clientSecret } = await begin(after, 'cid')
  expect((await begin(after, 'cid')).clientSecret).toBe(clientSecret)
  expect(await rowsOf(people.cid)).toMatchObject([{ status: 'incomplete', feePercent: 20 }])
})
