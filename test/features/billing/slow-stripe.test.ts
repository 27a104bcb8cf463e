// Stripe at its real speed and slower: a second request gets the first one's payment, and nobody waits for long.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { expectPaidOnce } from './fault-table.ts'
import { becomeCreator, pay } from './billing-steps.ts'

const NO_LATENCY = { minMs: 0, maxMs: 0 }
/** Longer than a request waits, and shorter than the SDK's timeout. */
const FROZEN_MS = 6500

let database: FreshDatabase
let one: TestServer
let two: TestServer
let ninaId: string
beforeAll(async () => {
  database = await freshDatabase()
  one = await startServer({ database, stripeTimeoutMs: 20_000 })
  two = await startServer({ database, stripeTimeoutMs: 20_000 })
  const { nina } = await buildPeople(one.deps, { nina: member() })
  ninaId = nina.id
  await becomeCreator(one, await one.signIn('nina'))
})
afterAll(async () => {
  await two.stop()
  await one.stop()
  await database.drop()
})

let rounds = 0
let ben: Person
let tabs: [first: Browser, second: Browser, onOtherServer: Browser]
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(one.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('The person was not created')
  ben = person
  tabs = [await one.signIn(name), await one.signIn(name), await two.signIn(name)]
  await one.deps.db.updateTable('users').set({ stripeCustomerId: null }).where('id', '=', ben.id).execute()
})
afterEach(() => {
  for (const { sandbox } of [one, two]) {
    sandbox.setLatency(NO_LATENCY)
    sandbox.clearFaults()
  }
})

const slow = (minMs: number, maxMs = minMs) => {
  for (const { sandbox } of [one, two]) sandbox.setLatency({ minMs, maxMs })
}
const subscribe = (tab: Browser) => tab.call(billing.create, { body: { creatorId: ninaId } })
async function payAndExpectOneCharge(secret: string): Promise<void> {
  slow(0)
  expect(await pay(tabs[0], secret)).toMatchObject({ status: 200 })
  await one.settled()
  await two.settled()
  await expectPaidOnce(one, ben)
}

test('twenty requests at once get one payment while each call to Stripe takes 0.6 seconds', async () => {
  slow(600)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => subscribe(tabs[index % 2] ?? tabs[0])),
  )
  const secrets = new Set(all.map(({ clientSecret }) => clientSecret))
  expect(secrets.size).toBe(1)
  await payAndExpectOneCharge([...secrets][0] ?? '')
})

test.each([
  ['the same server', 1],
  ['another server', 2],
])('a reload 300 ms later that reaches %s picks up the payment', async (_where, tab) => {
  slow(1200)
  const first = subscribe(tabs[0])
  await wait(300)
  const second = subscribe(tabs[tab] ?? tabs[0])
  const { clientSecret } = await first
  expect(await second).toMatchObject({ clientSecret })
  await payAndExpectOneCharge(clientSecret)
})

test('the sandbox refuses an idempotency key in use as Stripe does', async () => {
  slow(800)
  const { stripe } = one.deps
  const make = () => stripe.customers.create({}, { idempotencyKey: `twice-${rounds}`, maxNetworkRetries: 0 })
  const [first, second] = await Promise.allSettled([make(), wait(100).then(make)])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } })
})

test('a request whose idempotency key is in use waits for the other request’s subscription', async () => {
  slow(1000)
  const first = subscribe(tabs[0])
  // The SDK retries each call once.
  const path = /^\/v1\/subscriptions$/
  const isMet = two.sandbox.failNext({ how: 'key-in-use', method: 'POST', path, times: 4 })
  const [own, other] = await Promise.all([first, subscribe(tabs[2])])
  expect(isMet()).toBe(true)
  expect(other).toEqual(own)
  await payAndExpectOneCharge(other.clientSecret)
})

test('while Stripe hangs a request is refused after five seconds, the rest works, and a retry picks up the payment', async () => {
  const path = /^\/v1\/subscriptions$/
  one.sandbox.failNext({ how: 'slow', slowMs: FROZEN_MS, method: 'POST', path })
  const first = refusal(subscribe(tabs[0]))
  await wait(200)
  expect(await tabs[1].call(signals.feed, { query: {} })).toEqual([])
  const { status, code } = await first
  expect([status, code]).toEqual([503, 'payments_slow'])
  // The page retries like this by itself.
  const { clientSecret } = await subscribe(tabs[0])
  await payAndExpectOneCharge(clientSecret)
})

test('parallel requests for the creator plan start one plan', { timeout: 2 * WAIT_TIMEOUT_MS }, async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  slow(150, 400)
  const all = await Promise.all(tabs.map((tab) => tab.call(creators.startPlan)))
  const [secret = '', ...others] = new Set(all.map(({ clientSecret }) => clientSecret))
  expect(others).toEqual([])
  await payAndExpectOneCharge(secret)
})
