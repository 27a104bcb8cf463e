// Many clicks, tabs and copies of the server at once: one row, one subscription, one charge; one account, one price.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#demo/build-people.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { paidOnce } from './fault-table.ts'
import { becomeCreator, clockOfTests, pay } from './people-who-pay.ts'

let database: FreshDatabase
let one: TestServer
let two: TestServer
let nina: Browser
let ninaId: string
beforeAll(async () => {
  database = await freshDatabase()
  one = await startServer({ database })
  // Clocks of machines differ.
  const behind = clockOfTests()
  behind.pass(-1 / 24)
  two = await startServer({ database, clock: behind })
  const people = await buildPeople(one.deps, { nina: member() })
  ninaId = people.nina.id
  nina = await one.signIn('nina')
  await becomeCreator(one, nina)
})
afterAll(async () => {
  await two.stop()
  await one.stop()
  await database.drop()
})

let rounds = 0
let ben: Person
/** Ben's tabs: two sessions at the first copy of the server, two at the second. */
let tabs: Browser[]
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(one.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('Nobody came')
  ben = person
  // Creators built by name have no customer at Stripe; this one has no plan either.
  await one.deps.db
    .updateTable('users')
    .set({ stripeCustomerId: null, creatorSubscriptionId: null })
    .where('id', '=', ben.id)
    .execute()
  tabs = await Promise.all([one, one, two, two].map((server) => server.signIn(name)))
})

type Outcome<T> = { answer?: T; refusal?: string }
/** Everybody at once; refused may only be what says to come again. */
async function atOnce<T>(
  times: number,
  act: (tab: Browser, index: number) => Promise<T>,
): Promise<Outcome<T>[]> {
  return await Promise.all(
    Array.from({ length: times }, async (_, index): Promise<Outcome<T>> => {
      try {
        return { answer: await act(tabs[index % tabs.length] as Browser, index) }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { refusal: `${error.status} ${error.problem.code}` }
      }
    }),
  )
}
const COME_AGAIN = ['409 payment_in_progress', '503 payments_unavailable', '503 unavailable']
const refusals = (outcomes: Outcome<unknown>[]) =>
  [...new Set(outcomes.flatMap(({ refusal = [] }) => refusal))].filter((what) => !COME_AGAIN.includes(what))
const secrets = (outcomes: Outcome<{ clientSecret: string }>[]) => [
  ...new Set(outcomes.flatMap(({ answer }) => answer?.clientSecret ?? [])),
]
const settled = async () => {
  await one.settled()
  await two.settled()
  await one.settled()
}

const SUBSCRIBE = [billing.create, billing.userSubscription, billing.subscribeToCreator] as const
const subscribe = (tab: Browser, index: number) =>
  tab.call(SUBSCRIBE[index % SUBSCRIBE.length] ?? billing.create, { body: { creatorId: ninaId } })

/** Both copies of the server have one Stripe, where Ben is one customer with one subscription at most. */
async function atStripe() {
  const { stripe } = one.deps
  const customers = await stripe.customers.list({ email: ben.email })
  const lists = await Promise.all(
    customers.data.map(({ id }) => stripe.subscriptions.list({ customer: id, status: 'all' })),
  )
  const all = lists.flatMap(({ data }) => data)
  return {
    customers: customers.data.length,
    all: all.length,
    payable: all.filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status)).length,
  }
}
async function payTwice(secret: string): Promise<void> {
  const tries = await Promise.all(tabs.map((tab) => pay(tab, secret)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  await settled()
  await paidOnce(one, ben)
}

// @spec-7.25 @spec-7.26 @spec-7.27
test('thirty calls of all three kinds, from four tabs, at two servers: one subscription, charged once', async () => {
  const outcomes = await atOnce(30, subscribe)
  expect(refusals(outcomes)).toEqual([])
  const [secret = '', ...others] = secrets(outcomes)
  expect(others).toEqual([])
  await settled()
  expect(await atStripe()).toEqual({ customers: 1, all: 1, payable: 1 })
  await payTwice(secret)
  expect(refusals(await atOnce(30, subscribe))).toEqual(['409 already_subscribed'])
  expect(await atStripe()).toMatchObject({ all: 1 })
})

test('the same while Stripe is slow: whoever is told to come again gets the one there is', async () => {
  for (const { sandbox } of [one, two])
    sandbox.failNext({ how: 'slow', slowMs: 1200, method: 'POST', path: /^\/v1\/subscriptions$/, times: 2 })
  const outcomes = await atOnce(30, subscribe)
  expect(refusals(outcomes)).toEqual([])
  for (const { sandbox } of [one, two]) sandbox.clearFaults()
  await wait(1300)
  await settled()
  const [secret = '', ...others] = secrets([...outcomes, ...(await atOnce(8, subscribe))])
  expect(others).toEqual([])
  await settled()
  expect(await atStripe()).toMatchObject({ customers: 1, payable: 1 })
  await payTwice(secret)
})

// @spec-7.28
test('ten times the creator plan', async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  const outcomes = await atOnce(10, (tab) => tab.call(creators.startPlan))
  expect(refusals(outcomes)).toEqual([])
  const [secret = '', ...others] = secrets(outcomes)
  expect(others).toEqual([])
  expect(await atStripe()).toEqual({ customers: 1, all: 1, payable: 1 })
  await payTwice(secret)
  expect(refusals(await atOnce(10, (tab) => tab.call(creators.startPlan)))).toEqual(['409 already_a_creator'])
})

test('given up at one copy of the server and begun anew at another, whose clock is an hour behind', async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  const [here, there] = [tabs[0] as Browser, tabs[3] as Browser]
  one.sandbox.failNext({ how: 'error-before', method: 'POST', path: /^\/v1\/subscriptions$/, times: 2 })
  await expect(here.call(creators.startPlan)).rejects.toMatchObject({ status: 503 })
  const { clientSecret } = await there.call(creators.startPlan)
  expect(await here.call(creators.startPlan)).toEqual({ clientSecret })
  await payTwice(clientSecret)
  expect(await here.call(creators.plan)).toMatchObject({ status: 'active' })
  expect(refusals(await atOnce(4, (tab) => tab.call(creators.startPlan)))).toEqual(['409 already_a_creator'])
})

test('plan and subscription begun at the same moment belong to one customer', async () => {
  const outcomes = await atOnce<unknown>(8, (tab, index) =>
    index % 2 ? tab.call(creators.startPlan) : subscribe(tab, index),
  )
  expect(refusals(outcomes)).toEqual([])
  expect(await atStripe()).toEqual({ customers: 1, all: 2, payable: 2 })
})

test('paying while the other tabs begin again: paid once, and they are told so', async () => {
  const { clientSecret } = await subscribe(tabs[0] as Browser, 0)
  const [paid, outcomes] = await Promise.all([pay(tabs[1] as Browser, clientSecret), atOnce(12, subscribe)])
  expect(paid.status).toBe(200)
  expect(refusals(outcomes).filter((what) => what !== '409 already_subscribed')).toEqual([])
  expect(secrets(outcomes).filter((secret) => secret !== clientSecret)).toEqual([])
  await settled()
  await paidOnce(one, ben)
})

test.each([0, 2, 4, 8, 16])(
  'the price changes in the moment of paying (%i ms later): paid, or begun anew, never both',
  async (ms) => {
    const { clientSecret } = await subscribe(tabs[0] as Browser, 0)
    await nina.call(creators.updatePrice, { body: { priceInCents: 1000 + rounds } })
    const later = async () => {
      await wait(ms)
      return await pay(tabs[1] as Browser, clientSecret)
    }
    const [[begun], paid] = await Promise.all([atOnce(1, subscribe), later()])
    if (paid.status === 200) expect(begun?.refusal).toBe('409 already_subscribed')
    else await payTwice(begun?.answer?.clientSecret ?? '')
    await settled()
    await paidOnce(one, ben)
    expect(await atStripe()).toMatchObject({ payable: 1 })
  },
)

// @spec-7.31
test('ten times the payout account', async () => {
  const outcomes = await atOnce(10, (tab) => tab.call(creators.createAccount))
  expect(refusals(outcomes)).toEqual([])
  expect(new Set(outcomes.flatMap(({ answer }) => answer?.accountId ?? []))).toEqual(new Set([ben.id]))
  const { data } = await one.deps.stripe.v2.core.accounts.list({ limit: 100 })
  const { stripeAccountId } = await own()
  expect(data.filter((account) => account.contact_email === ben.email)).toMatchObject([
    { id: stripeAccountId },
  ])
})

const own = () =>
  one.deps.db.selectFrom('users').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow()
const setPrice = (tab: Browser, priceInCents: number, index: number) =>
  tab.call(index % 2 ? creators.updatePrice : creators.setupPricing, { body: { priceInCents } })

test('ten times the same price is one price', async () => {
  expect(refusals(await atOnce(10, (tab, index) => setPrice(tab, 800, index)))).toEqual([])
  const { stripeProductId, stripePriceId } = await own()
  const { data } = await one.deps.stripe.prices.list({ product: stripeProductId ?? '' })
  expect(data).toMatchObject([{ id: stripePriceId, unit_amount: 800, active: true }])
})

test('ten prices at once: one of them holds, here and at Stripe', async () => {
  const outcomes = await atOnce(10, (tab, index) => setPrice(tab, 700 + index, index))
  expect(refusals(outcomes)).toEqual([])
  expect(outcomes.some(({ answer }) => answer)).toBe(true)
  const { stripePriceId, subscriptionPriceInCents, stripeProductId } = await own()
  const price = await one.deps.stripe.prices.retrieve(stripePriceId ?? '')
  expect(price).toMatchObject({
    unit_amount: subscriptionPriceInCents,
    active: true,
    product: stripeProductId,
  })
})
