// The first payment of a person in many tabs, on two copies of the server with a slow Stripe: nobody is turned away.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStripe } from '#server/adapters/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { startPlan } from '#server/features/billing/checkout/start-plan.ts'
import { subscribe } from '#server/features/billing/checkout/subscribe.ts'
import { createAccount } from '#server/features/creators/payouts.ts'
import { Problem } from '#shared/problems.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, pay } from './billing-steps.ts'

const LATENCY_MS = 700

let server: TestServer
/** Two copies of the server on one database and one Stripe. */
let copies: Deps[]
const creatorIds: string[] = []
/** The answers to the first requests for a creator plan, before its price exists at Stripe. */
let plans: { clientSecret: string }[]
const setLatency = (ms: number) => server.sandbox.setLatency({ minMs: ms, maxMs: ms })
beforeAll(async () => {
  server = await startServer()
  copies = [server.deps, { ...server.deps, stripe: openStripe(server.deps.config.payments, server.sandbox) }]
  const { nina, ida } = await buildPeople(server.deps, { nina: member(), ida: member() })
  creatorIds.push(nina.id, ida.id)
  setLatency(LATENCY_MS)
  plans = await inTabs((deps, index) => startPlan(deps, creatorIds[(index >> 1) % 2] ?? ''))
  setLatency(0)
  for (const name of ['nina', 'ida']) await becomeCreator(server, await server.signIn(name))
  await server.settled()
  setLatency(LATENCY_MS)
})
afterAll(() => server.stop())

/** A tab does what the page does: it waits for a payment that is still beginning. */
async function inTab<T>(begin: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof Problem) || !['payments_slow', 'payment_in_progress'].includes(error.code))
        throw error
    }
    await wait(300)
  }
}
const TABS = Array.from({ length: 20 }, (_, index) => index)
const inTabs = <T>(begin: (deps: Deps, index: number) => Promise<T>) =>
  Promise.all(TABS.map((index) => inTab(() => begin(copies[index % 2] as Deps, index))))

test('twenty first payments to two creators all begin, and are two charges of one customer', async () => {
  const { ben } = await buildPeople(server.deps, { ben: member() })
  // Both copies get requests for both creators.
  const begun = await inTabs((deps, index) => subscribe(deps, ben.id, creatorIds[(index >> 1) % 2] ?? ''))
  const secrets = [...new Set(begun.map(({ clientSecret }) => clientSecret))]
  expect(secrets).toHaveLength(2)
  const browser = await server.signIn('ben')
  for (const secret of secrets) expect(await pay(browser, secret)).toMatchObject({ status: 200 })
  const { stripe } = server.deps
  const { data: customers } = await stripe.customers.list({ email: ben.email })
  expect(customers).toHaveLength(1)
  const { data } = await stripe.charges.list({ customer: customers[0]?.id ?? '' })
  expect(data.map(({ amount, paid }) => [amount, paid])).toEqual([
    [950, true],
    [950, true],
  ])
})

test('the first creator plans share one price at Stripe, and each person has one plan', async () => {
  expect(new Set(plans.map(({ clientSecret }) => clientSecret)).size).toBe(2)
  const { data } = await server.deps.stripe.prices.list({ lookup_keys: ['creator_plan_monthly'] })
  expect(data).toHaveLength(1)
})

test('twenty requests for a payout account get the same one', async () => {
  const { joe } = await buildPeople(server.deps, { joe: creator({ payouts: false }) })
  const accounts = await inTabs((deps) => createAccount(deps, joe.id))
  expect(new Set(accounts.map(({ stripeAccountId }) => stripeAccountId)).size).toBe(1)
})
