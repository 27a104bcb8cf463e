// Subscriptions that Stripe marks unpaid once its retries end: what "Fix payment" charges, and what it says.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import type { TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { subscribeTo } from './billing-steps.ts'

const MASTERCARD = '5555555555554444'
const FAILS_LATER = '4000000000000341'
const NEEDS_CONFIRMATION = '4000002760003184'
const HOUR = 1 / 24
const NOTHING = { paid: 0, inactive: 0, unchanged: 0, declined: null, confirmUrl: null }

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, hasAccess } = {} as Setup
beforeEach(async () => {
  server.sandbox.changeSettings({ whenRetriesEnd: 'mark_unpaid' })
  ;({ nina, ben, own, hasAccess } = await setUpCreatorAndSubscriber(server))
  await subscribeTo(server, ben.browser, nina.id)
  await fillCard((await ben.browser.call(billing.portal)).url, FAILS_LATER)
  await server.settled()
})

/** Stripe's retries end, 56 days pass after the first of them, and another month has begun. */
async function passTwoMonths() {
  await ben.pass(40)
  await ben.pass(46)
}
const fillCard = (url: string, number: string) =>
  submitForm(url, { do: 'card', number, expiry: '12/34', cvc: '123' })
/** Takes "Fix payment", enters a card, and pays what is due with it. */
async function fixWith(number: string) {
  await fillCard((await ben.browser.call(billing.fixPayment)).url, number)
  return await ben.browser.call(billing.payDue)
}
const subscriptionId = async () =>
  (
    await server.deps.db
      .selectFrom('subscriptions')
      .select('stripeSubscriptionId')
      .where('subscriberId', '=', ben.id)
      .executeTakeFirstOrThrow()
  ).stripeSubscriptionId ?? ''
/** Ben's invoices at Stripe, newest first. */
const invoices = async () => {
  const { data } = await server.deps.stripe.invoices.list({
    subscription: await subscriptionId(),
    limit: 100,
  })
  return data.map(({ status }) => status)
}
/** What Ben was charged, in cents. */
const charged = async () => {
  const { customer } = await server.deps.stripe.subscriptions.retrieve(await subscriptionId())
  const { data } = await server.deps.stripe.charges.list({ customer: customer as string, limit: 100 })
  return data.filter(({ paid }) => paid).reduce((sum, { amount }) => sum + amount, 0)
}

test('"Fix payment" charges the current month, once, and access is back', async () => {
  await passTwoMonths()
  expect(await own()).toMatchObject({ status: 'unpaid', hasAccess: false })
  // The month that Stripe gave up on gave no access after its first week, so nobody can pay for it anymore.
  expect(await invoices()).toEqual(['draft', 'void', 'paid'])
  expect(await fixWith(MASTERCARD)).toEqual({ ...NOTHING, paid: 1 })
  expect(await own()).toMatchObject({ status: 'active' })
  expect(await hasAccess()).toBe(true)
  expect([await charged(), await invoices()]).toEqual([1900, ['paid', 'void', 'paid']])
  expect(await ben.browser.call(billing.payDue)).toEqual(NOTHING)
  await ben.pass(31)
  expect([await charged(), (await own()).status]).toEqual([2850, 'active'])
})

test('"Fix payment" charges an unpaid month that is still running', async () => {
  await ben.pass(30 + 20)
  expect(await own()).toMatchObject({ status: 'unpaid', hasAccess: false })
  expect(await fixWith(MASTERCARD)).toEqual({ ...NOTHING, paid: 1 })
  expect([await hasAccess(), await charged(), await invoices()]).toEqual([true, 1900, ['paid', 'paid']])
})

test('a card that is declined again is not charged, and not tried twice', async () => {
  await passTwoMonths()
  expect(await ben.browser.call(billing.payDue)).toEqual({ ...NOTHING, unchanged: 1 })
  expect(await fixWith(FAILS_LATER)).toEqual({ ...NOTHING, declined: 'Your card was declined.' })
  expect(await ben.browser.call(billing.payDue)).toEqual({ ...NOTHING, unchanged: 1 })
  expect([await charged(), (await own()).status]).toEqual([950, 'unpaid'])
  expect(await fixWith(MASTERCARD)).toEqual({ ...NOTHING, paid: 1 })
  expect([await hasAccess(), await charged()]).toEqual([true, 1900])
})

test('a card that needs confirmation leads to the page of the current month', async () => {
  await passTwoMonths()
  const { confirmUrl } = await fixWith(NEEDS_CONFIRMATION)
  expect(await charged()).toBe(950)
  const bank = (await submitForm(confirmUrl ?? '')).headers.get('location') ?? ''
  await submitForm(bank, { answer: 'complete' })
  await server.settled()
  expect([await hasAccess(), await charged(), await invoices()]).toEqual([
    true,
    1900,
    ['paid', 'void', 'paid'],
  ])
})

test('a renewal that is still a draft is paid, and the month before it is not', async () => {
  server.sandbox.changeSettings({ whenRetriesEnd: 'leave_past_due' })
  await ben.pass(30 + 20)
  expect(await own()).toMatchObject({ status: 'past_due' })
  const end = (await own()).currentPeriodEnd?.getTime() ?? 0
  await ben.pass((end - server.deps.clock.now().getTime()) / 86_400_000 + HOUR / 2)
  expect((await invoices())[0]).toBe('draft')
  expect(await fixWith(MASTERCARD)).toEqual({ ...NOTHING, paid: 1 })
  expect([await hasAccess(), await charged(), await invoices()]).toEqual([
    true,
    1900,
    ['paid', 'void', 'paid'],
  ])
})

test('"Fix payment" charges once, however many requests there are', async () => {
  await passTwoMonths()
  await fillCard((await ben.browser.call(billing.fixPayment)).url, MASTERCARD)
  const all = await Promise.all(Array.from({ length: 10 }, () => ben.browser.call(billing.payDue)))
  for (const one of all) expect([NOTHING, { ...NOTHING, paid: 1 }]).toContainEqual(one)
  expect(await charged()).toBe(1900)
})

test('a successful payment isn’t reported as failed, even if its subscription ends at the same moment', async () => {
  await ben.pass(30 + 20)
  await fillCard((await ben.browser.call(billing.fixPayment)).url, MASTERCARD)
  await server.settled()
  const pay = { method: 'POST', path: /^\/v1\/invoices\/in_\w+\/pay$/ }
  server.sandbox.failNext({ how: 'late', lateMs: 300, ...pay })
  const answer = ben.browser.call(billing.payDue)
  await expect.poll(charged).toBe(1900)
  await server.deps.stripe.subscriptions.cancel(await subscriptionId())
  expect(await answer).toEqual({ ...NOTHING, inactive: 1 })
})

test('nothing is charged while the creator can’t be paid', async () => {
  await passTwoMonths()
  await fillCard((await ben.browser.call(billing.fixPayment)).url, MASTERCARD)
  const { stripeAccountId } = await server.deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', nina.id)
    .executeTakeFirstOrThrow()
  server.sandbox.restrictCapabilities(stripeAccountId ?? '')
  await server.settled()
  expect(await ben.browser.call(billing.payDue)).toEqual(NOTHING)
  expect(await charged()).toBe(950)
})
