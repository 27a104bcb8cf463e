// Stale responses: answers of Stripe that take so long that they are no longer true when they arrive.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cancelAtPeriodEnd } from '#server/features/billing/lifecycle/cancel-subscription.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { expectPaidOnce } from './fault-table.ts'
import { becomeCreator, pay } from './billing-steps.ts'

const LATE_MS = 800
const RETRIED_AFTER_MS = 500

let server: TestServer
let ninaId: string
beforeAll(async () => {
  server = await startServer({ stripeTimeoutMs: 5000 })
  const { nina } = await buildPeople(server.deps, { nina: member() })
  ninaId = nina.id
  await becomeCreator(server, await server.signIn('nina'))
})
afterAll(() => server.stop())

let rounds = 0
let ben: Person
let browser: Browser
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('The person was not created')
  ben = person
  browser = await server.signIn(name)
  await server.deps.db.updateTable('users').set({ stripeCustomerId: null }).where('id', '=', ben.id).execute()
})

const rowOf = () =>
  server.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('subscriberId', '=', ben.id)
    .where('status', '<>', 'incomplete_expired')
    .executeTakeFirstOrThrow()
const subscribe = () => browser.call(billing.create, { body: { creatorId: ninaId } })

test('a late "not paid yet" does not take access from Ben, who has paid', async () => {
  const { clientSecret } = await subscribe()
  await server.settled()
  const { stripeSubscriptionId } = await rowOf()
  const path = /^\/v1\/subscriptions\/sub_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'GET', path })
  const late = syncBillingRecord(server.deps, stripeSubscriptionId ?? '')
  await vi.waitUntil(isMet, { timeout: WAIT_TIMEOUT_MS, interval: 5 })
  await pay(browser, clientSecret)
  await server.settled()
  expect(await rowOf()).toMatchObject({ status: 'active' })
  await late
  expect(await rowOf()).toMatchObject({ status: 'active' })
  await expectPaidOnce(server, ben)
})

test('an attempt that is canceled just as a webhook brings its id at Stripe can no longer be paid there', async () => {
  await subscribe()
  await server.settled()
  const { id, status, stripeSubscriptionId } = await rowOf()
  const readBefore = { id, kind: 'subscription', status, stripeSubscriptionId: null } as const
  await cancelAtPeriodEnd(server.deps, readBefore)
  const atStripe = await server.deps.stripe.subscriptions.retrieve(stripeSubscriptionId ?? '')
  expect(atStripe.status).toBe('incomplete_expired')
})

test('a late "not refunded" does not undo a stored refund', async () => {
  const { stripe, db } = server.deps
  const { clientSecret } = await subscribe()
  await pay(browser, clientSecret)
  await server.settled()
  const { id, stripeSubscriptionId } = await rowOf()
  const payment = () =>
    db.selectFrom('payments').selectAll().where('subscriptionId', '=', id).executeTakeFirstOrThrow()
  const { stripeChargeId: charge } = await payment()
  const path = /^\/v1\/payment_intents\/pi_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'GET', path })
  const late = syncBillingRecord(server.deps, stripeSubscriptionId ?? '', charge)
  await vi.waitUntil(isMet, { timeout: 5000, interval: 5 })
  await stripe.refunds.create({
    charge,
    amount: 400,
    reverse_transfer: true,
    refund_application_fee: true,
  })
  await server.settled()
  expect(await payment()).toMatchObject({ refundedInCents: 400, feeRefundedInCents: 40 })
  await late
  expect(await payment()).toMatchObject({ refundedInCents: 400, feeRefundedInCents: 40 })
})

test('a late "not ready for payouts" does not undo that Ben is ready', async () => {
  await browser.call(creators.createAccount)
  const { url } = await browser.call(creators.createAccountLink)
  await server.settled()
  const userRow = async () =>
    await server.deps.db.selectFrom('users').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow()
  const { stripeAccountId } = await userRow()
  const path = /^\/v2\/core\/accounts\/acct_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'GET', path })
  const late = syncPayoutAccount(server.deps, stripeAccountId ?? '')
  await vi.waitUntil(isMet, { timeout: WAIT_TIMEOUT_MS, interval: 5 })
  await submitForm(url)
  await server.settled()
  expect(await userRow()).toMatchObject({ payoutStatus: 'active', stripeOnboardingCompleted: true })
  await late
  expect(await userRow()).toMatchObject({ payoutStatus: 'active', stripeOnboardingCompleted: true })
})

test('a second tab waits for a slow subscription and gets the same one', async () => {
  const slowMs = 3 * RETRIED_AFTER_MS
  const path = /^\/v1\/subscriptions$/
  const isMet = server.sandbox.failNext({ how: 'slow', slowMs, lateMs: LATE_MS, method: 'POST', path })
  const first = subscribe()
  await vi.waitUntil(isMet, { timeout: WAIT_TIMEOUT_MS, interval: 5 })
  const { clientSecret } = await subscribe()
  expect(await first).toMatchObject({ clientSecret })
  expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
  await server.settled()
  await expectPaidOnce(server, ben)
})

test('a price change restarts when another one was stored first', async () => {
  const { stripe, db } = server.deps
  const setPrice = (priceInCents: number) => browser.call(creators.setupPricing, { body: { priceInCents } })
  await setPrice(600)
  const path = /^\/v1\/products\/prod_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'POST', path })
  const first = setPrice(700)
  await vi.waitUntil(isMet, { timeout: 5000, interval: 5 })
  await setPrice(800)
  await first
  // The later change restarts from what the earlier one stored. That is 700, unless this machine is very slow.
  const own = await db.selectFrom('users').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow()
  const { stripeProductId: product, stripePriceId, subscriptionPriceInCents: cents } = own
  expect([700, 800]).toContain(cents)
  const { data: active } = await stripe.prices.list({ product: product ?? '', active: true })
  expect(active.find(({ id }) => id === stripePriceId)).toMatchObject({ unit_amount: cents })
  // The price in between is archived.
  expect(active.map(({ unit_amount: amount }) => amount)).not.toContain(1500 - cents)
  expect((await stripe.products.retrieve(product ?? '')).default_price).toBe(stripePriceId)
})
