// Concurrent requests from many tabs to two servers: one row, one subscription, one charge, one account, one price.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { sampled } from '#test/test-scope.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { expectPaidOnce } from './fault-table.ts'
import { becomeCreator, daysClock, pay } from './billing-steps.ts'

let database: FreshDatabase
let one: TestServer
let two: TestServer
let nina: Browser
let ninaId: string
beforeAll(async () => {
  database = await freshDatabase()
  one = await startServer({ database })
  // The clocks of two machines may differ.
  const behind = daysClock()
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
/** Ben's tabs: two sessions on the first server, two on the second. */
let tabs: Browser[]
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(one.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('The person was not created')
  ben = person
  // The built creator's customer and plan don't exist at Stripe.
  await one.deps.db
    .updateTable('users')
    .set({ stripeCustomerId: null, creatorSubscriptionId: null })
    .where('id', '=', ben.id)
    .execute()
  tabs = await Promise.all([one, one, two, two].map((server) => server.signIn(name)))
})

type Outcome<T> = { answer?: T; refusal?: string }
/** Runs requests in parallel, spread over the tabs. */
async function inParallel<T>(
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
/** Refusals after which the page retries. */
const RETRYABLE = ['409 payment_in_progress', '503 payments_unavailable', '503 unavailable']
const refusals = (outcomes: Outcome<unknown>[]) =>
  [...new Set(outcomes.flatMap(({ refusal = [] }) => refusal))].filter(
    (refusal) => !RETRYABLE.includes(refusal),
  )
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

/** Ben's customers and subscriptions at Stripe, which both servers share. */
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
async function payFromAllTabs(secret: string): Promise<void> {
  const tries = await Promise.all(tabs.map((tab) => pay(tab, secret)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  await settled()
  await expectPaidOnce(one, ben)
}

// @spec-7.25 @spec-7.26 @spec-7.27
test('thirty requests of all three kinds from four tabs to two servers create one subscription, charged once', async () => {
  const outcomes = await inParallel(30, subscribe)
  expect(refusals(outcomes)).toEqual([])
  const [secret = '', ...others] = secrets(outcomes)
  expect(others).toEqual([])
  await settled()
  expect(await atStripe()).toEqual({ customers: 1, all: 1, payable: 1 })
  await payFromAllTabs(secret)
  expect(refusals(await inParallel(30, subscribe))).toEqual(['409 already_subscribed'])
  expect(await atStripe()).toMatchObject({ all: 1 })
})

test('while Stripe is slow the same requests create one subscription, and retries get it', async () => {
  for (const { sandbox } of [one, two])
    sandbox.failNext({ how: 'slow', slowMs: 400, method: 'POST', path: /^\/v1\/subscriptions$/, times: 2 })
  const outcomes = await inParallel(30, subscribe)
  expect(refusals(outcomes)).toEqual([])
  for (const { sandbox } of [one, two]) sandbox.clearFaults()
  await wait(500)
  await settled()
  const [secret = '', ...others] = secrets([...outcomes, ...(await inParallel(8, subscribe))])
  expect(others).toEqual([])
  await settled()
  expect(await atStripe()).toMatchObject({ customers: 1, payable: 1 })
  await payFromAllTabs(secret)
})

// @spec-7.28
test('ten requests for the creator plan create one plan, charged once', async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  const outcomes = await inParallel(10, (tab) => tab.call(creators.startPlan))
  expect(refusals(outcomes)).toEqual([])
  const [secret = '', ...others] = secrets(outcomes)
  expect(others).toEqual([])
  expect(await atStripe()).toEqual({ customers: 1, all: 1, payable: 1 })
  await payFromAllTabs(secret)
  expect(refusals(await inParallel(10, (tab) => tab.call(creators.startPlan)))).toEqual([
    '409 already_a_creator',
  ])
})

test('a plan that expired on one server starts again on another, whose clock is an hour behind', async () => {
  await one.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', ben.id).execute()
  const [firstTab, secondTab] = [tabs[0] as Browser, tabs[3] as Browser]
  one.sandbox.failNext({ how: 'error-before', method: 'POST', path: /^\/v1\/subscriptions$/, times: 2 })
  await expect(firstTab.call(creators.startPlan)).rejects.toMatchObject({ status: 503 })
  const { clientSecret } = await secondTab.call(creators.startPlan)
  expect(await firstTab.call(creators.startPlan)).toEqual({ clientSecret })
  await payFromAllTabs(clientSecret)
  expect(await firstTab.call(creators.plan)).toMatchObject({ status: 'active' })
  expect(refusals(await inParallel(4, (tab) => tab.call(creators.startPlan)))).toEqual([
    '409 already_a_creator',
  ])
})

test('a plan and a subscription that start at the same time belong to one customer', async () => {
  const outcomes = await inParallel<unknown>(8, (tab, index) =>
    index % 2 ? tab.call(creators.startPlan) : subscribe(tab, index),
  )
  expect(refusals(outcomes)).toEqual([])
  expect(await atStripe()).toEqual({ customers: 1, all: 2, payable: 2 })
})

test('a payment while other tabs start again is made once, and they get that answer', async () => {
  const { clientSecret } = await subscribe(tabs[0] as Browser, 0)
  const [paid, outcomes] = await Promise.all([
    pay(tabs[1] as Browser, clientSecret),
    inParallel(12, subscribe),
  ])
  expect(paid.status).toBe(200)
  expect(refusals(outcomes).filter((refusal) => refusal !== '409 already_subscribed')).toEqual([])
  expect(secrets(outcomes).filter((secret) => secret !== clientSecret)).toEqual([])
  await settled()
  await expectPaidOnce(one, ben)
})

test.each(sampled([0, 2, 4, 8, 16], 2))(
  'a price change %i ms before the payment leads to one payment, at the old or the new price',
  async (ms) => {
    const { clientSecret } = await subscribe(tabs[0] as Browser, 0)
    await nina.call(creators.updatePrice, { body: { priceInCents: 1000 + rounds } })
    const later = async () => {
      await wait(ms)
      return await pay(tabs[1] as Browser, clientSecret)
    }
    const [[second], paid] = await Promise.all([inParallel(1, subscribe), later()])
    if (paid.status === 200) expect(second?.refusal).toBe('409 already_subscribed')
    else await payFromAllTabs(second?.answer?.clientSecret ?? '')
    await settled()
    await expectPaidOnce(one, ben)
    expect(await atStripe()).toMatchObject({ payable: 1 })
  },
)

// @spec-7.31
test('ten requests for a payout account create one account', async () => {
  const outcomes = await inParallel(10, (tab) => tab.call(creators.createAccount))
  expect(refusals(outcomes)).toEqual([])
  expect(new Set(outcomes.flatMap(({ answer }) => answer?.accountId ?? []))).toEqual(new Set([ben.id]))
  const { data } = await one.deps.stripe.v2.core.accounts.list({ limit: 100 })
  const { stripeAccountId } = await userRow()
  expect(data.filter((account) => account.contact_email === ben.email)).toMatchObject([
    { id: stripeAccountId },
  ])
})

const userRow = () =>
  one.deps.db.selectFrom('users').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow()
const setPrice = (tab: Browser, priceInCents: number, index: number) =>
  tab.call(index % 2 ? creators.updatePrice : creators.setupPricing, { body: { priceInCents } })

test('ten requests with the same price create one price', async () => {
  expect(refusals(await inParallel(10, (tab, index) => setPrice(tab, 800, index)))).toEqual([])
  const { stripeProductId, stripePriceId } = await userRow()
  const { data } = await one.deps.stripe.prices.list({ product: stripeProductId ?? '' })
  expect(data).toMatchObject([{ id: stripePriceId, unit_amount: 800, active: true }])
})

test('if ten prices are set at once, one remains, here and at Stripe', async () => {
  const outcomes = await inParallel(10, (tab, index) => setPrice(tab, 700 + index, index))
  expect(refusals(outcomes)).toEqual([])
  expect(outcomes.some(({ answer }) => answer)).toBe(true)
  const { stripePriceId, subscriptionPriceInCents, stripeProductId } = await userRow()
  const price = await one.deps.stripe.prices.retrieve(stripePriceId ?? '')
  expect(price).toMatchObject({
    unit_amount: subscriptionPriceInCents,
    active: true,
    product: stripeProductId,
  })
})
