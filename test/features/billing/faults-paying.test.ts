// Stripe fails, hesitates or hangs up at each call of paying: nobody is charged twice, and trying again works.
import { expect, test, type TestContext } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#demo/build-people.ts'
import { ANSWER_MS, type FaultCase, paidOnce, runWithEachFault } from './fault-table.ts'
import { deliverAll } from './webhook-events.ts'
import { becomeCreator, pay } from './people-who-pay.ts'

const MINUTES = 60_000
const MAYBE_PAID_MESSAGE = /If your payment went through, it will appear here/

/** A server of its own for each flow, until its test is over, with Nina, who is a creator where she is needed. */
type House = { server: TestServer; nina: Browser; ninaId: string }
async function emptyHouse({ onTestFinished }: TestContext): Promise<House> {
  const server = await startServer({ webhooks: { hold: true }, stripeTimeoutMs: ANSWER_MS })
  onTestFinished(() => server.stop())
  const { nina } = await buildPeople(server.deps, { nina: member() })
  return { server, nina: await server.signIn('nina'), ninaId: nina.id }
}
async function houseOfCreator(t: TestContext): Promise<House> {
  const house = await emptyHouse(t)
  await becomeCreator(house.server, house.nina)
  await deliverAll(house.server)
  return house
}

type Guest = { person: Person; browser: Browser }
let guests = 0
async function guest({ server }: House): Promise<Guest> {
  const name = `guest_${(guests += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('Nobody came')
  return { person, browser: await server.signIn(name) }
}

type Secret = { clientSecret: string }
const beginPlan = ({ server }: House, { person, browser }: Guest): FaultCase<Secret> => ({
  server,
  act: () => browser.call(creators.startPlan),
  check: async ({ clientSecret }) => {
    expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
    expect(await browser.call(creators.checkPlan)).toEqual({ isCreator: true, status: 'active' })
    await deliverAll(server)
    await paidOnce(server, person)
  },
})
const subscribe = ({ server, ninaId }: House, { person, browser }: Guest): FaultCase<Secret> => ({
  server,
  act: () => browser.call(billing.create, { body: { creatorId: ninaId } }),
  check: async ({ clientSecret }) => {
    expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
    const checked = await browser.call(billing.check, { body: { creatorId: ninaId } })
    expect(checked).toEqual({ isSubscribed: true, status: 'active' })
    await deliverAll(server)
    await paidOnce(server, person)
  },
})

test.concurrent(
  'the very first creator plan, whose price is not there yet',
  { timeout: 10 * MINUTES },
  async (t) => {
    const begin = async () => {
      const house = await emptyHouse(t)
      return beginPlan(house, await guest(house))
    }
    const calls = ['GET /v1/prices', 'POST /v1/prices', 'POST /v1/customers', 'POST /v1/subscriptions']
    expect(await runWithEachFault({ calls, only: ['POST /v1/prices'], begin })).toEqual([])
  },
)

test.concurrent('beginning the creator plan', { timeout: 10 * MINUTES }, async (t) => {
  const house = await emptyHouse(t)
  await (await guest(house)).browser.call(creators.startPlan)
  const calls = ['GET /v1/prices', 'POST /v1/customers', 'POST /v1/subscriptions']
  const begin = async () => beginPlan(house, await guest(house))
  expect(await runWithEachFault({ calls, begin })).toEqual([])
})

test.concurrent('picking up an unfinished creator plan', { timeout: 10 * MINUTES }, async (t) => {
  const house = await emptyHouse(t)
  const calls = ['GET /v1/prices', 'GET /v1/subscriptions/:id']
  const begin = async () => {
    const one = await guest(house)
    await one.browser.call(creators.startPlan)
    return beginPlan(house, one)
  }
  await begin()
  expect(await runWithEachFault({ calls, begin })).toEqual([])
})

test.concurrent('subscribing', { timeout: 10 * MINUTES }, async (t) => {
  const house = await houseOfCreator(t)
  const calls = ['POST /v1/customers', 'POST /v1/subscriptions']
  const begin = async () => subscribe(house, await guest(house))
  expect(await runWithEachFault({ calls, begin })).toEqual([])
})

test.concurrent(
  'subscribing when Stripe cannot even say what it made',
  { timeout: 10 * MINUTES },
  async (t) => {
    const house = await houseOfCreator(t)
    const looking = ['GET /v1/subscriptions', 'GET /v1/subscriptions/:id']
    const calls = ['POST /v1/customers', 'POST /v1/subscriptions', 'POST /v1/subscriptions', ...looking]
    const begin = async () => {
      house.server.sandbox.failNext({
        how: 'error-after',
        method: 'POST',
        path: /^\/v1\/subscriptions$/,
        times: 1,
      })
      return subscribe(house, await guest(house))
    }
    expect(await runWithEachFault({ calls, only: looking, begin })).toEqual([])
  },
)

test.concurrent('subscribing anew because the price has changed', { timeout: 10 * MINUTES }, async (t) => {
  const house = await houseOfCreator(t)
  let priceInCents = 1000
  const begin = async () => {
    const one = await guest(house)
    await one.browser.call(billing.create, { body: { creatorId: house.ninaId } })
    priceInCents += 1
    await house.nina.call(creators.updatePrice, { body: { priceInCents } })
    return subscribe(house, one)
  }
  const calls = [
    'GET /v1/subscriptions/:id',
    'POST /v1/invoices/:id/void',
    'GET /v1/subscriptions/:id',
    'GET /v1/invoices',
    'POST /v1/subscriptions',
  ]
  expect(await runWithEachFault({ calls, begin })).toEqual([])
})

test.concurrent('asking whether a payment has arrived', { timeout: 10 * MINUTES }, async (t) => {
  const house = await houseOfCreator(t)
  const { server, ninaId } = house
  const begin = async (): Promise<FaultCase> => {
    const { person, browser } = await guest(house)
    const { clientSecret } = await browser.call(billing.create, { body: { creatorId: ninaId } })
    await pay(browser, clientSecret)
    return {
      server,
      says: MAYBE_PAID_MESSAGE,
      act: () => browser.call(billing.check, { body: { creatorId: ninaId } }),
      check: async (answer) => {
        expect(answer).toEqual({ isSubscribed: true, status: 'active' })
        await paidOnce(server, person)
      },
    }
  }
  const calls = ['GET /v1/subscriptions/:id', 'GET /v1/invoices', 'GET /v1/payment_intents/:id']
  expect(await runWithEachFault({ calls, begin })).toEqual([])
})

test.concurrent('asking whether the plan was paid', { timeout: 10 * MINUTES }, async (t) => {
  const house = await emptyHouse(t)
  const begin = async (): Promise<FaultCase> => {
    const { person, browser } = await guest(house)
    const { clientSecret } = await browser.call(creators.startPlan)
    await pay(browser, clientSecret)
    return {
      server: house.server,
      says: MAYBE_PAID_MESSAGE,
      act: () => browser.call(creators.checkPlan),
      check: async (answer) => {
        expect(answer).toEqual({ isCreator: true, status: 'active' })
        await paidOnce(house.server, person)
      },
    }
  }
  expect(await runWithEachFault({ calls: ['GET /v1/subscriptions/:id'], begin })).toEqual([])
})
