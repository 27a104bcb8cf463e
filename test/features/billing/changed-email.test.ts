// A person's changed email reaches their customer and their payout account at Stripe.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPeople, member, type Person } from '#tools/demo/build-people.ts'
import { billing } from '#shared/contracts/billing.ts'
import { email } from '#shared/contracts/email.ts'
import { emailLinks } from '#test/features/auth/email-links.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { becomeCreator, buyPlan, runScheduled } from './billing-steps.ts'

let server: TestServer
let links: ReturnType<typeof emailLinks>
beforeAll(async () => {
  server = await startServer()
  links = emailLinks(server)
})
afterAll(() => server.stop())

let count = 0
let ada: Person
let here: Browser
let newAddress = ''
beforeEach(async () => {
  const name = `ada_${(count += 1)}`
  ada = (await buildPeople(server.deps, { [name]: member() }))[name] as Person
  here = await server.signIn(name)
  newAddress = `${name}@new.example.com`
})

async function changeTo(address: string): Promise<void> {
  await here.call(email.change, { body: { email: address } })
  await links.open((await links.newest(address)).token)
}
const idsAtStripe = () =>
  server.deps.db
    .selectFrom('users')
    .select(['stripeCustomerId', 'stripeAccountId'])
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
/** What Stripe has: the customer's email and the payout account's. */
async function atStripe(): Promise<{ customer: string | null; account: string | null }> {
  const { stripe } = server.deps
  const { stripeCustomerId, stripeAccountId } = await idsAtStripe()
  const customer = stripeCustomerId === null ? null : await stripe.customers.retrieve(stripeCustomerId)
  const account = stripeAccountId === null ? null : await stripe.v2.core.accounts.retrieve(stripeAccountId)
  return {
    customer: customer === null || customer.deleted ? null : customer.email,
    account: account?.contact_email ?? null,
  }
}

test('the customer and the payout account get the new email once it is confirmed', async () => {
  await becomeCreator(server, here)
  await here.call(email.change, { body: { email: newAddress } })
  const { token } = await links.newest(newAddress)
  expect(await atStripe()).toEqual({ customer: ada.email, account: ada.email })
  await links.open(token)
  await server.settled()
  expect(await atStripe()).toEqual({ customer: newAddress, account: newAddress })
})

test('undoing the change gives Stripe the old email back', async () => {
  await becomeCreator(server, here)
  await changeTo(newAddress)
  await server.settled()
  await links.open((await links.newest(ada.email)).token)
  await server.settled()
  expect(await atStripe()).toEqual({ customer: ada.email, account: ada.email })
})

test('a person without a customer changes the email without a call to Stripe', async () => {
  const seen = server.sandbox.failNext({ how: 'error-before', path: /customers|accounts/ })
  await changeTo(newAddress)
  await server.settled()
  expect(seen()).toBe(false)
  expect(await atStripe()).toEqual({ customer: null, account: null })
})

// The SDK itself repeats a call once, except after a rate limit.
test.each([
  ['error-before', 2],
  ['error-after', 2],
  ['cut-after', 2],
  ['rate-limit', 1],
] as const)('after a failure of Stripe (%s), the job is retried', async (how, times) => {
  await buyPlan(server, here)
  const failed = server.sandbox.failNext({ how, method: 'POST', path: /^\/v1\/customers\//, times })
  await changeTo(newAddress)
  await server.settled()
  expect(failed()).toBe(true)
  await runScheduled(server, 'sync_stripe_email')
  expect(await atStripe()).toMatchObject({ customer: newAddress })
})

test('two changes in a row leave the last one, although Stripe was slow with the first', async () => {
  await buyPlan(server, here)
  server.sandbox.failNext({ how: 'slow', slowMs: 300, method: 'POST', path: /^\/v1\/customers\// })
  await changeTo(newAddress)
  await changeTo(`${ada.username}@last.example.com`)
  await server.settled()
  await runScheduled(server, 'sync_stripe_email')
  expect(await atStripe()).toMatchObject({ customer: `${ada.username}@last.example.com` })
})

test('an email that changes while the customer is created reaches Stripe too', async () => {
  const people = await buildPeople(server.deps, { [`kai_${count}`]: member() })
  const kai = await server.signIn(`kai_${count}`)
  await becomeCreator(server, kai)
  const creatorId = people[`kai_${count}`]?.id ?? ''
  await here.call(email.change, { body: { email: newAddress } })
  const { token } = await links.newest(newAddress)
  const met = server.sandbox.failNext({
    how: 'slow',
    slowMs: 600,
    method: 'POST',
    path: /^\/v1\/customers$/,
  })
  const subscribing = here.call(billing.create, { body: { creatorId } })
  await expect.poll(met).toBe(true)
  await links.open(token)
  await subscribing
  await server.settled()
  expect(await atStripe()).toMatchObject({ customer: newAddress })
})

test('a customer that was deleted at Stripe blocks nothing', async () => {
  await becomeCreator(server, here)
  const { stripeCustomerId } = await idsAtStripe()
  await server.deps.stripe.customers.del(stripeCustomerId ?? '')
  await changeTo(newAddress)
  await server.settled()
  expect(await atStripe()).toEqual({ customer: null, account: newAddress })
})
