// Faults at each call to Stripe for payouts, prices, canceling, resuming, the billing portal and revenue.
import { expect, test, type TestContext } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { ANSWER_MS, type FaultCase, RETRY_AFTER_MS, runWithEachFault } from './fault-table.ts'
import { deliverAll } from './webhook-events.ts'
import { becomeCreator, subscribeTo } from './billing-steps.ts'

const MINUTES = 60_000

type Party = { person: Person; browser: Browser }
/** A server for the length of one test. */
async function startForTest({ onTestFinished }: TestContext): Promise<TestServer> {
  const stripe = { stripeTimeoutMs: ANSWER_MS, stripeRetryMs: RETRY_AFTER_MS }
  const server = await startServer({ webhooks: { hold: true }, ...stripe })
  onTestFinished(() => server.stop())
  return server
}

let newPeople = 0
/** A new member, or a creator without payouts and price. */
async function newPerson(server: TestServer, isCreator = false): Promise<Party> {
  const name = `newcomer_${(newPeople += 1)}`
  const { [name]: person } = await buildPeople(server.deps, {
    [name]: isCreator ? creator({ payouts: false }) : member(),
  })
  if (!person) throw new Error('The person was not created')
  return { person, browser: await server.signIn(name) }
}
/** Nina, a creator, and Ben, her subscriber. */
async function ninaAndBen(server: TestServer): Promise<Record<'nina' | 'ben', Party>> {
  const [nina, ben] = [await newPerson(server), await newPerson(server)]
  await becomeCreator(server, nina.browser)
  await subscribeTo(server, ben.browser, nina.person.id)
  await deliverAll(server)
  return { nina, ben }
}
const userOf = (server: TestServer, { person }: Party) =>
  server.deps.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()

test.concurrent('creating a payout account survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const server = await startForTest(t)
  const prepare = async (): Promise<FaultCase> => {
    const nina = await newPerson(server, true)
    return {
      server,
      act: () => nina.browser.call(creators.createAccount),
      check: async () => {
        const { stripeAccountId } = await userOf(server, nina)
        const { accounts } = server.deps.stripe.v2.core
        const all = await accounts.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
        const own = all.filter(({ contact_email: email }) => email === nina.person.email)
        expect(own.map(({ id }) => id)).toEqual([stripeAccountId])
        const { url } = await nina.browser.call(creators.createAccountLink)
        await submitForm(url)
        await deliverAll(server)
        expect(await nina.browser.call(creators.accountStatus)).toMatchObject({ standing: 'active' })
      },
    }
  }
  expect(await runWithEachFault({ calls: ['POST /v2/core/accounts'], prepare })).toEqual([])
})

test.concurrent('opening the payout page survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const server = await startForTest(t)
  const nina = await newPerson(server, true)
  await nina.browser.call(creators.createAccount)
  const prepare = async (): Promise<FaultCase<{ url: string }>> => ({
    server,
    act: () => nina.browser.call(creators.createAccountLink),
    check: async ({ url }) => expect(await (await fetch(url)).text()).toContain('Get paid'),
  })
  expect(await runWithEachFault({ calls: ['POST /v2/core/account_links'], prepare })).toEqual([])
})

test.concurrent(
  'the payout status never fails: it shows what is stored',
  { timeout: 10 * MINUTES },
  async (t) => {
    const server = await startForTest(t)
    const prepare = async (): Promise<FaultCase<{ standing: string }>> => {
      const nina = await newPerson(server, true)
      await nina.browser.call(creators.createAccount)
      const { url } = await nina.browser.call(creators.createAccountLink)
      await submitForm(url)
      return {
        server,
        says: /never/,
        act: () => nina.browser.call(creators.accountStatus),
        check: async ({ standing }) => {
          expect(['restricted', 'active']).toContain(standing)
          expect(await nina.browser.call(creators.accountStatus)).toMatchObject({ standing: 'active' })
        },
      }
    }
    expect(await runWithEachFault({ calls: ['GET /v2/core/accounts/:id'], prepare })).toEqual([])
  },
)

const priceAtStripe = async (server: TestServer, nina: Party) => {
  const { stripePriceId, stripeProductId, subscriptionPriceInCents } = await userOf(server, nina)
  const price = await server.deps.stripe.prices.retrieve(stripePriceId ?? '')
  expect(price).toMatchObject({
    active: true,
    unit_amount: subscriptionPriceInCents,
    product: stripeProductId,
  })
  return subscriptionPriceInCents
}

test.concurrent('setting the first price survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const server = await startForTest(t)
  const prepare = async (): Promise<FaultCase> => {
    const nina = await newPerson(server, true)
    return {
      server,
      act: () => nina.browser.call(creators.setupPricing, { body: { priceInCents: 725 } }),
      check: async () => expect(await priceAtStripe(server, nina)).toBe(725),
    }
  }
  const calls = ['POST /v1/products', 'POST /v1/prices', 'POST /v1/products/:id']
  expect(await runWithEachFault({ calls, prepare })).toEqual([])
})

test.concurrent('changing the price survives every fault', { timeout: 10 * MINUTES }, async (t) => {
  const server = await startForTest(t)
  const nina = await newPerson(server, true)
  await nina.browser.call(creators.setupPricing, { body: { priceInCents: 500 } })
  let priceInCents = 500
  const prepare = async (): Promise<FaultCase> => {
    priceInCents += 1
    return {
      server,
      act: () => nina.browser.call(creators.updatePrice, { body: { priceInCents } }),
      check: async () => expect(await priceAtStripe(server, nina)).toBe(priceInCents),
    }
  }
  const calls = ['POST /v1/prices', 'POST /v1/products/:id', 'POST /v1/prices/:id']
  expect(await runWithEachFault({ calls, prepare })).toEqual([])
})

const SYNC = ['GET /v1/subscriptions/:id', 'GET /v1/invoices']

test.concurrent(
  'canceling and resuming a subscription survive every fault',
  { timeout: 10 * MINUTES },
  async (t) => {
    const server = await startForTest(t)
    const { ben } = await ninaAndBen(server)
    const own = async () => {
      const [row] = await ben.browser.call(billing.ofSubscriber, { params: { id: ben.person.id }, query: {} })
      if (!row) throw new Error('Ben has no subscription')
      return row
    }
    const params = { id: (await own()).id }
    const change =
      (call: typeof billing.cancel, other: typeof call, willEnd: boolean) => async (): Promise<FaultCase> => {
        await ben.browser.call(other, { params })
        return {
          server,
          act: () => ben.browser.call(call, { params }),
          check: async () => {
            const row = await own()
            expect({ ...row, willEnd: row.endsAt !== null }).toMatchObject({ status: 'active', willEnd })
          },
        }
      }
    const calls = ['GET /v1/subscriptions/:id', 'POST /v1/subscriptions/:id', ...SYNC]
    const canceling = change(billing.cancel, billing.resume, true)
    expect(await runWithEachFault({ calls, prepare: canceling })).toEqual([])
    const resuming = change(billing.resume, billing.cancel, false)
    expect(await runWithEachFault({ calls, prepare: resuming })).toEqual([])
  },
)

test.concurrent(
  'canceling and resuming the creator plan survive every fault',
  { timeout: 10 * MINUTES },
  async (t) => {
    const server = await startForTest(t)
    const { nina } = await ninaAndBen(server)
    const change =
      (call: typeof creators.cancelPlan, other: typeof call, willEnd: boolean) =>
      async (): Promise<FaultCase> => {
        await nina.browser.call(other)
        return {
          server,
          act: () => nina.browser.call(call),
          check: async () => {
            const plan = await nina.browser.call(creators.plan)
            expect({ ...plan, willEnd: plan?.endsAt !== null }).toMatchObject({ status: 'active', willEnd })
          },
        }
      }
    const calls = ['GET /v1/subscriptions/:id', 'POST /v1/subscriptions/:id', 'GET /v1/subscriptions/:id']
    const canceling = change(creators.cancelPlan, creators.resumePlan, true)
    expect(await runWithEachFault({ calls, prepare: canceling })).toEqual([])
    const resuming = change(creators.resumePlan, creators.cancelPlan, false)
    expect(await runWithEachFault({ calls, prepare: resuming })).toEqual([])
  },
)

test.concurrent(
  'opening the billing portal survives every fault, including the first time',
  { timeout: 10 * MINUTES },
  async (t) => {
    const opened = (server: TestServer, { browser }: Party): FaultCase<{ url: string }> => ({
      server,
      act: () => browser.call(billing.portal),
      check: async ({ url }) => {
        const page = await (await fetch(url)).text()
        expect(page).toContain('Cancel subscription')
      },
    })
    const server = await startForTest(t)
    const { ben } = await ninaAndBen(server)
    await ben.browser.call(billing.portal)
    const list = 'GET /v1/billing_portal/configurations'
    const make = 'POST /v1/billing_portal/configurations'
    const open = 'POST /v1/billing_portal/sessions'
    expect(await runWithEachFault({ calls: [list, open], prepare: async () => opened(server, ben) })).toEqual(
      [],
    )
    const first = async () => {
      const empty = await startForTest(t)
      return opened(empty, (await ninaAndBen(empty)).ben)
    }
    expect(await runWithEachFault({ calls: [list, make, open], only: [make], prepare: first })).toEqual([])
  },
)

test.concurrent(
  'revenue leaves out the balance when Stripe can’t be reached',
  { timeout: 10 * MINUTES },
  async (t) => {
    const server = await startForTest(t)
    const { nina } = await ninaAndBen(server)
    const prepare = async (): Promise<FaultCase> => ({
      server,
      says: /never/,
      act: () => nina.browser.call(creators.revenue),
      check: async (answer) =>
        expect(answer).toMatchObject({ activeSubscribers: 1, monthly: { netInCents: 855 } }),
    })
    expect(await runWithEachFault({ calls: ['GET /v1/balance'], prepare })).toEqual([])
  },
)
