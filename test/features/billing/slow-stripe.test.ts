// Stripe at its real speed, and slower: whoever asks a second time gets the first one's payment, and nobody waits for long.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { WAIT_TIMEOUT_MS } from '#test/full.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#demo/build-people.ts'
import { paidOnce } from './fault-table.ts'
import { becomeCreator, pay } from './people-who-pay.ts'

const NO_LATENCY = { minMs: 0, maxMs: 0 }
/** Longer than a person waits, and not so long that the SDK would give up before. */
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
let tabs: [here: Browser, alsoHere: Browser, there: Browser]
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(one.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('Nobody came')
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
async function isPayableOnce(secret: string): Promise<void> {
  slow(0)
  expect(await pay(tabs[0], secret)).toMatchObject({ status: 200 })
  await one.settled()
  await two.settled()
  await paidOnce(one, ben)
}

test('twenty calls at once, each call of Stripe taking 1.8 seconds, get one payment', async () => {
  slow(1800)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) => subscribe(tabs[index % 2] ?? tabs[0])),
  )
  const secrets = new Set(all.map(({ clientSecret }) => clientSecret))
  expect(secrets.size).toBe(1)
  await isPayableOnce([...secrets][0] ?? '')
})

test.each([
  ['the same server', 1],
  ['another copy of the server', 2],
])('a reload 300 ms later that reaches %s picks the payment up', async (_where, tab) => {
  slow(1200)
  const first = subscribe(tabs[0])
  await wait(300)
  const second = subscribe(tabs[tab] ?? tabs[0])
  const { clientSecret } = await first
  expect(await second).toMatchObject({ clientSecret })
  await isPayableOnce(clientSecret)
})

test('a call with a key that is under way is refused as Stripe refuses it', async () => {
  slow(800)
  const { stripe } = one.deps
  const make = () => stripe.customers.create({}, { idempotencyKey: `twice-${rounds}`, maxNetworkRetries: 0 })
  const [first, second] = await Promise.allSettled([make(), wait(100).then(make)])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } })
})

test('who is told that another request is under way waits for what it makes', async () => {
  slow(1000)
  const first = subscribe(tabs[0])
  // The SDK asks twice each time.
  const path = /^\/v1\/subscriptions$/
  const isMet = two.sandbox.failNext({ how: 'key-in-use', method: 'POST', path, times: 4 })
  const [mine, other] = await Promise.all([first, subscribe(tabs[2])])
  expect(isMet()).toBe(true)
  expect(other).toEqual(mine)
  await isPayableOnce(other.clientSecret)
})

test('while Stripe is frozen a person is told so after five seconds, everything else works, and the payment is picked up', async () => {
  const path = /^\/v1\/subscriptions$/
  one.sandbox.failNext({ how: 'slow', slowMs: FROZEN_MS, method: 'POST', path })
  const first = refusal(subscribe(tabs[0]))
  await wait(200)
  expect(await tabs[1].call(signals.feed, { query: {} })).toEqual([])
  const { status, code } = await first
  expect([status, code]).toEqual([503, 'payments_slow'])
  // As the page does it by itself.
  const { clientSecret } = await subscribe(tabs[0])
  await isPayableOnce(clientSecret)
})

test('the creator plan is begun once, too', { timeout: 2 * WAIT_TIMEOUT_MS }, async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  slow(150, 400)
  const all = await Promise.all(tabs.map((tab) => tab.call(creators.startPlan)))
  const [secret = '', ...others] = new Set(all.map(({ clientSecret }) => clientSecret))
  expect(others).toEqual([])
  await isPayableOnce(secret)
})
