// Unpaid renewals: the grace period, "Fix payment", 3-D Secure, and the end of Stripe's retries.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import {
  becomeCreator,
  daysClock,
  onTestClock,
  pay,
  runScheduled,
  subscribeTo,
  VISA,
} from './billing-steps.ts'

const FAILS_LATER = '4000000000000341'
const NEEDS_CONFIRMATION = '4000002760003184'
const HOUR = 1 / 24
const DAY_MS = 86_400_000

const clock = daysClock()
let server: TestServer
let nina: Person
beforeAll(async () => {
  server = await startServer({ clock })
  ;({ nina } = await buildPeople(server.deps, { nina: member() }))
  const ninaBrowser = await server.signIn('nina')
  await becomeCreator(server, ninaBrowser)
  await ninaBrowser.call(signals.post, {
    body: { content: 'Adding to ASML', signalType: 'buy', tickers: ['ASML'], isPremium: true },
  })
})
afterAll(() => server.stop())

let rounds = 0
let ben: Person
let benBrowser: Browser
/** Advances Ben's clock at Stripe and the server's. */
let pass: (days: number) => Promise<void>
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('The person was not created')
  ben = person
  benBrowser = await server.signIn(name)
  const passAtStripe = await onTestClock(server, ben.id)
  pass = async (days) => {
    clock.pass(days)
    await passAtStripe(days)
    benBrowser = await server.signIn(name)
  }
})

const own = async () => {
  const [row] = await benBrowser.call(billing.ofSubscriber, { params: { id: ben.id }, query: {} })
  if (!row) throw new Error('Ben has no subscription')
  return row
}
const isLocked = async () => {
  const [signal] = await benBrowser.call(signals.byUser, { params: { id: nina.id }, query: {} })
  return signal?.isLocked
}
const isSubscribed = async () =>
  (await benBrowser.call(billing.status, { params: { id: nina.id } })).isSubscribed
const inTimeline = async () =>
  (await server.deps.db.selectFrom('timelines').select('signalId').where('viewerId', '=', ben.id).execute())
    .length === 1
const countPayments = async () =>
  (
    await server.deps.db
      .selectFrom('payments')
      .select('amountInCents')
      .where('subscriptionId', '=', (await own()).id)
      .execute()
  ).length

/** Replaces the card in the billing portal. */
async function changeCard(number: string): Promise<void> {
  const { url } = await benBrowser.call(billing.portal)
  const form = new URLSearchParams({ do: 'card', number, expiry: '12/34', cvc: '123' })
  expect((await fetch(url, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303)
  await server.settled()
}
/** Opens the portal and presses "Pay now". Resolves with the address to which Stripe redirects. */
async function fixPayment(): Promise<string> {
  const { url } = await benBrowser.call(billing.portal)
  expect(await (await fetch(url)).text()).toContain('Pay now')
  const answer = await submitForm(url)
  expect(answer.status).toBe(303)
  await server.settled()
  return answer.headers.get('location') ?? ''
}

// @spec-4.26
test('a declined renewal has a week of grace, then no access, and "Fix payment" restores it', async () => {
  await subscribeTo(server, benBrowser, nina.id)
  await changeCard(FAILS_LATER)
  expect(await countPayments()).toBe(1)
  await pass(31 + 2 * HOUR)

  const pastDue = await own()
  const graceEndsAt = new Date((pastDue.currentPeriodStart?.getTime() ?? 0) + 7 * DAY_MS)
  expect(pastDue).toMatchObject({ status: 'past_due', hasAccess: true, graceEndsAt })
  expect([await isSubscribed(), await isLocked(), await inTimeline()]).toEqual([true, false, true])
  expect(await (await server.signIn('nina')).call(creators.revenue)).toMatchObject({ activeSubscribers: 0 })
  const refused = await refusal(benBrowser.call(billing.create, { body: { creatorId: nina.id } }))
  expect(refused).toMatchObject({ status: 409, code: 'payment_due' })
  expect(refused.message).toContain('Fix payment')

  const left = (graceEndsAt.getTime() - clock.now().getTime()) / DAY_MS
  await pass(left - HOUR)
  expect([(await own()).hasAccess, await isSubscribed(), await isLocked()]).toEqual([true, true, false])
  await pass(2 * HOUR)
  expect([(await own()).hasAccess, await isSubscribed(), await isLocked()]).toEqual([false, false, true])
  await runScheduled(server, 'end_grace_period')
  expect(await inTimeline()).toBe(false)

  await changeCard(VISA)
  await fixPayment()
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true, graceEndsAt: null })
  expect([await isSubscribed(), await isLocked(), await inTimeline()]).toEqual([true, false, true])
  expect(await countPayments()).toBe(2)
})

test('a payment in the last hour of grace keeps access', async () => {
  await subscribeTo(server, benBrowser, nina.id)
  await changeCard(FAILS_LATER)
  await pass(31 + 2 * HOUR)
  await changeCard(VISA)
  await pass(6.9)
  // Stripe has retried by itself.
  expect(await own()).toMatchObject({ status: 'active' })
  await pass(0.2)
  await runScheduled(server, 'end_grace_period')
  expect([await isSubscribed(), await inTimeline()]).toEqual([true, true])
})

test('a renewal that needs 3-D Secure is past due until Ben confirms it', async () => {
  const { clientSecret } = await benBrowser.call(billing.create, { body: { creatorId: nina.id } })
  type NeedsAction = { next_action?: { redirect_to_url?: { url: string } } }
  const first = (await pay(benBrowser, clientSecret, NEEDS_CONFIRMATION)).body as NeedsAction
  expect(await isSubscribed()).toBe(false)
  await submitForm(first.next_action?.redirect_to_url?.url ?? '', { answer: 'complete' })
  await server.settled()
  expect(await isSubscribed()).toBe(true)

  await pass(31 + 2 * HOUR)
  expect(await own()).toMatchObject({ status: 'past_due', hasAccess: true })
  const firstPage = await fixPayment()
  expect(firstPage).toContain('/pages/three-d-secure/')
  await submitForm(firstPage, { answer: 'fail' })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'past_due' })
  await submitForm(await fixPayment(), { answer: 'complete' })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'active', graceEndsAt: null })
  expect(await countPayments()).toBe(2)
})

test('a subscription ends when Stripe gives up retrying, and Ben can start a new one', async () => {
  await subscribeTo(server, benBrowser, nina.id)
  await changeCard(FAILS_LATER)
  await pass(31 + 2 * HOUR)
  await pass(20)
  expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments', hasAccess: false })
  const params = { id: (await own()).id }
  expect(await refusal(benBrowser.call(billing.cancel, { params }))).toMatchObject({
    code: 'subscription_ended',
  })
  expect(await refusal(benBrowser.call(billing.resume, { params }))).toMatchObject({
    code: 'subscription_ended',
  })
  await subscribeTo(server, benBrowser, nina.id)
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
  expect((await own()).id).not.toBe(params.id)
  expect(await countPayments()).toBe(1)
})

test('a cancellation in the portal and its undo are both synced', async () => {
  await subscribeTo(server, benBrowser, nina.id)
  const inPortal = async (what: 'cancel' | 'keep') => {
    const { url } = await benBrowser.call(billing.portal)
    await submitForm(url, { do: what })
    await server.settled()
  }
  await inPortal('cancel')
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'subscriber', hasAccess: true })
  expect((await own()).endsAt).toEqual((await own()).currentPeriodEnd)
  await inPortal('keep')
  expect(await own()).toMatchObject({ endsAt: null, endedBy: null })
  await inPortal('cancel')
  const params = { id: (await own()).id }
  expect(await benBrowser.call(billing.resume, { params })).toMatchObject({ endsAt: null, endedBy: null })
  await pass(31 + 2 * HOUR)
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
  expect(await countPayments()).toBe(2)
})
