// Answers of Stripe that are under way for so long that they are not true any more when they arrive.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { syncBill } from '#server/features/billing/sync-bill.ts'
import { syncAccount } from '#server/features/creators/payouts.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#test/stripe-browser.ts'
import { creator, member, type Person, town } from '#test/town.ts'
import { PATIENCE_MS } from '#test/full.ts'
import { paidOnce } from './fault-table.ts'
import { becomeCreator, pay } from './people-who-pay.ts'

const LATE_MS = 800
const RETRIED_AFTER_MS = 500

let server: TestServer
let ninaId: string
beforeAll(async () => {
  server = await startServer({ stripeAnswerMs: 5000 })
  const { nina } = await town(server.deps, { nina: member() })
  ninaId = nina.id
  await becomeCreator(server, await server.signIn('nina'))
})
afterAll(() => server.stop())

let rounds = 0
let ben: Person
let browser: Browser
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await town(server.deps, { [name]: creator({ payouts: false }) })
  if (!person) throw new Error('Nobody came')
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

test('"not paid yet" arrives when it is paid, and Ben keeps what he paid for', async () => {
  const { clientSecret } = await subscribe()
  await server.settled()
  const { stripeSubscriptionId } = await rowOf()
  const path = /^\/v1\/subscriptions\/sub_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'GET', path })
  const late = syncBill(server.deps, stripeSubscriptionId ?? '')
  await vi.waitUntil(isMet, { timeout: PATIENCE_MS, interval: 5 })
  await pay(browser, clientSecret)
  await server.settled()
  expect(await rowOf()).toMatchObject({ status: 'active' })
  await late
  expect(await rowOf()).toMatchObject({ status: 'active' })
  await paidOnce(server, ben)
})

test('"not ready for payouts" arrives when it is, and Ben stays ready', async () => {
  await browser.call(creators.createAccount)
  const { url } = await browser.call(creators.createAccountLink)
  await server.settled()
  const standing = async () =>
    await server.deps.db.selectFrom('users').selectAll().where('id', '=', ben.id).executeTakeFirstOrThrow()
  const { stripeAccountId } = await standing()
  const path = /^\/v2\/core\/accounts\/acct_/
  const isMet = server.sandbox.failNext({ how: 'late', lateMs: LATE_MS, method: 'GET', path })
  const late = syncAccount(server.deps, stripeAccountId ?? '')
  await vi.waitUntil(isMet, { timeout: PATIENCE_MS, interval: 5 })
  await submitForm(url)
  await server.settled()
  expect(await standing()).toMatchObject({ payoutStanding: 'active', stripeOnboardingCompleted: true })
  await late
  expect(await standing()).toMatchObject({ payoutStanding: 'active', stripeOnboardingCompleted: true })
})

test('a subscription arrives that was given up and taken back meanwhile: Ben gets one that can be paid', async () => {
  const slowMs = 3 * RETRIED_AFTER_MS
  const path = /^\/v1\/subscriptions$/
  const isMet = server.sandbox.failNext({ how: 'slow', slowMs, lateMs: LATE_MS, method: 'POST', path })
  const first = subscribe()
  await vi.waitUntil(isMet, { timeout: PATIENCE_MS, interval: 5 })
  // His other tab is told twice that the call is being worked on, and gives up.
  expect(await refusal(subscribe())).toMatchObject({ status: 503, code: 'payments_unavailable' })
  await wait(slowMs - RETRIED_AFTER_MS)
  const { clientSecret } = await first
  expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
  await server.settled()
  await paidOnce(server, ben)
})
