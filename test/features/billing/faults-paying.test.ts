// Faults at each call to Stripe while paying: nobody is charged twice, and a retry works.
import { expect, test, type TestContext } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { ANSWER_MS, type FaultCase, expectPaidOnce, RETRY_AFTER_MS, runWithEachFault } from './fault-table.ts'
import { deliverAll } from './webhook-events.ts'
import { becomeCreator, pay } from './billing-steps.ts'

const MINUTES = 60_000
const MAYBE_PAID_MESSAGE = /If your payment went through, it will appear here/

/** Each flow has its own server for the length of its test, with Nina, who becomes a creator if needed. */
type ServerWithNina = { server: TestServer; nina: Browser; ninaId: string }
async function startWithNina({ onTestFinished }: TestContext): Promise<ServerWithNina> {
  const server = await startServer({
    webhooks: { hold: true },
    stripeTimeoutMs: ANSWER_MS,
    stripeRetryMs: RETRY_AFTER_MS,
  })
  onTestFinished(() => server.stop())
  const { nina } = await buildPeople(server.deps, { nina: member() })
  return { server, nina: await server.signIn('nina'), ninaId: nina.id }
}
async function startWithCreator(t: TestContext): Promise<ServerWithNina> {
  const context = await startWithNina(t)
  await becomeCreator(context.server, context.nina)
  await deliverAll(context.server)
  return context
}

type Member = { person: Person; browser: Browser }
let members = 0
async function newMember({ server }: ServerWithNina): Promise<Member> {
  const name = `member_${(members += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('The person was not created')
  return { person, browser: await server.signIn(name) }
}

const NOT_CHARGED = /You haven’t been charged\. Please try again/
type Secret = { clientSecret: string }
const startPlanCase = ({ server }: ServerWithNina, { person, browser }: Member): FaultCase<Secret> => ({
  server,
  says: NOT_CHARGED,
  act: () => browser.call(creators.startPlan),
  check: async ({ clientSecret }) => {
    expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
    expect(await browser.call(creators.checkPlan)).toEqual({
      isCreator: true,
      status: 'active',
      paidUntil: expect.any(Date),
    })
    await deliverAll(server)
    await expectPaidOnce(server, person)
  },
})
const subscribeCase = (
  { server, ninaId }: ServerWithNina,
  { person, browser }: Member,
): FaultCase<Secret> => ({
  server,
  says: NOT_CHARGED,
  act: () => browser.call(billing.create, { body: { creatorId: ninaId } }),
  check: async ({ clientSecret }) => {
    expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
    const checked = await browser.call(billing.check, { body: { creatorId: ninaId } })
    expect(checked).toEqual({ isSubscribed: true, status: 'active', paidUntil: expect.any(Date) })
    await deliverAll(server)
    await expectPaidOnce(server, person)
  },
})

test.concurrent(
  'the very first creator plan also creates its price',
  { timeout: 10 * MINUTES },
  async (t) => {
    const prepare = async () => {
      const context = await startWithNina(t)
      return startPlanCase(context, await newMember(context))
    }
    const calls = ['GET /v1/prices', 'POST /v1/prices', 'POST /v1/customers', 'POST /v1/subscriptions']
    expect(await runWithEachFault({ calls, only: ['POST /v1/prices'], prepare })).toEqual([])
  },
)

test.concurrent('starting the creator plan survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const context = await startWithNina(t)
  await (await newMember(context)).browser.call(creators.startPlan)
  const calls = ['GET /v1/prices', 'POST /v1/customers', 'POST /v1/subscriptions']
  const prepare = async () => startPlanCase(context, await newMember(context))
  expect(await runWithEachFault({ calls, prepare })).toEqual([])
})

test.concurrent(
  'picking up an unfinished creator plan survives every fault',
  { timeout: 10 * MINUTES },
  async (t) => {
    const context = await startWithNina(t)
    const calls = ['GET /v1/prices', 'GET /v1/subscriptions/:id']
    const prepare = async () => {
      const one = await newMember(context)
      await one.browser.call(creators.startPlan)
      return startPlanCase(context, one)
    }
    await prepare()
    expect(await runWithEachFault({ calls, prepare })).toEqual([])
  },
)

test.concurrent('subscribing survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const context = await startWithCreator(t)
  const calls = ['POST /v1/customers', 'POST /v1/subscriptions']
  const prepare = async () => subscribeCase(context, await newMember(context))
  expect(await runWithEachFault({ calls, prepare })).toEqual([])
})

test.concurrent(
  'subscribing survives a lost answer and a failing search for it',
  { timeout: 10 * MINUTES },
  async (t) => {
    const context = await startWithCreator(t)
    const searching = ['GET /v1/subscriptions', 'GET /v1/subscriptions/:id']
    const calls = ['POST /v1/customers', 'POST /v1/subscriptions', 'POST /v1/subscriptions', ...searching]
    const prepare = async () => {
      context.server.sandbox.failNext({
        how: 'error-after',
        method: 'POST',
        path: /^\/v1\/subscriptions$/,
        times: 1,
      })
      return subscribeCase(context, await newMember(context))
    }
    expect(await runWithEachFault({ calls, only: searching, prepare })).toEqual([])
  },
)

test.concurrent(
  'subscribing again after a price change survives every fault',
  { timeout: 10 * MINUTES },
  async (t) => {
    const context = await startWithCreator(t)
    let priceInCents = 1000
    const prepare = async () => {
      const one = await newMember(context)
      await one.browser.call(billing.create, { body: { creatorId: context.ninaId } })
      priceInCents += 1
      await context.nina.call(creators.updatePrice, { body: { priceInCents } })
      return subscribeCase(context, one)
    }
    const calls = [
      'GET /v1/subscriptions/:id',
      'POST /v1/invoices/:id/void',
      'GET /v1/subscriptions/:id',
      'GET /v1/invoices',
      'POST /v1/subscriptions',
    ]
    expect(await runWithEachFault({ calls, prepare })).toEqual([])
  },
)

test.concurrent('checking a payment survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const context = await startWithCreator(t)
  const { server, ninaId } = context
  const prepare = async (): Promise<FaultCase> => {
    const { person, browser } = await newMember(context)
    const { clientSecret } = await browser.call(billing.create, { body: { creatorId: ninaId } })
    await pay(browser, clientSecret)
    return {
      server,
      says: MAYBE_PAID_MESSAGE,
      act: () => browser.call(billing.check, { body: { creatorId: ninaId } }),
      check: async (answer) => {
        expect(answer).toEqual({ isSubscribed: true, status: 'active', paidUntil: expect.any(Date) })
        await expectPaidOnce(server, person)
      },
    }
  }
  const calls = [
    'GET /v1/subscriptions/:id',
    ...SAVES_CARD,
    'GET /v1/invoices',
    'GET /v1/payment_intents/:id',
  ]
  expect(await runWithEachFault({ calls, prepare })).toEqual([])
})

/** The first payment's card becomes the card for everything. */
const SAVES_CARD = ['POST /v1/customers/:id', 'POST /v1/subscriptions/:id']

test.concurrent('checking a plan payment survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const context = await startWithNina(t)
  const prepare = async (): Promise<FaultCase> => {
    const { person, browser } = await newMember(context)
    const { clientSecret } = await browser.call(creators.startPlan)
    await pay(browser, clientSecret)
    return {
      server: context.server,
      says: MAYBE_PAID_MESSAGE,
      act: () => browser.call(creators.checkPlan),
      check: async (answer) => {
        expect(answer).toEqual({ isCreator: true, status: 'active', paidUntil: expect.any(Date) })
        await expectPaidOnce(context.server, person)
      },
    }
  }
  expect(await runWithEachFault({ calls: ['GET /v1/subscriptions/:id', ...SAVES_CARD], prepare })).toEqual([])
})
