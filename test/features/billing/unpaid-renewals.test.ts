// Renewals that are not paid: days of grace, "Fix payment", 3-D Secure, and the end of patience.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { member, type Person, buildPeople } from '#demo/build-people.ts'
import {
  becomeCreator,
  clockOfTests,
  onTestClock,
  pay,
  runScheduled,
  subscribeTo,
  VISA,
} from './people-who-pay.ts'

const FAILS_LATER = '4000000000000341'
const ASKS_EACH_TIME = '4000002760003184'
const HOUR = 1 / 24
const DAY_MS = 86_400_000

const clock = clockOfTests()
let server: TestServer
let nina: Person
beforeAll(async () => {
  server = await startServer({ clock })
  ;({ nina } = await buildPeople(server.deps, { nina: member() }))
  const ninaHere = await server.signIn('nina')
  await becomeCreator(server, ninaHere)
  await ninaHere.call(signals.post, {
    body: { content: 'Adding to ASML', signalType: 'buy', tickers: ['ASML'], isPremium: true },
  })
})
afterAll(() => server.stop())

let rounds = 0
let ben: Person
let benHere: Browser
/** Days go by for Ben, at Stripe and here. */
let pass: (days: number) => Promise<void>
beforeEach(async () => {
  const name = `ben_${(rounds += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('Nobody came')
  ben = person
  benHere = await server.signIn(name)
  const passAtStripe = await onTestClock(server, ben.id)
  pass = async (days) => {
    clock.pass(days)
    await passAtStripe(days)
    benHere = await server.signIn(name)
  }
})

const own = async () => {
  const [row] = await benHere.call(billing.ofSubscriber, { params: { id: ben.id }, query: {} })
  if (!row) throw new Error('Ben pays nobody')
  return row
}
const isLocked = async () => {
  const [signal] = await benHere.call(signals.byUser, { params: { id: nina.id }, query: {} })
  return signal?.isLocked
}
const isSubscribed = async () =>
  (await benHere.call(billing.status, { params: { id: nina.id } })).isSubscribed
const inTimeline = async () =>
  (await server.deps.db.selectFrom('timelines').select('signalId').where('viewerId', '=', ben.id).execute())
    .length === 1
const paymentsOf = async () =>
  (
    await server.deps.db
      .selectFrom('payments')
      .select('amountInCents')
      .where('subscriptionId', '=', (await own()).id)
      .execute()
  ).length

/** On the provider's page: another card from now on. */
async function changeCard(number: string): Promise<void> {
  const { url } = await benHere.call(billing.portal)
  const form = new URLSearchParams({ do: 'card', number, expiry: '12/34', cvc: '123' })
  expect((await fetch(url, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303)
  await server.settled()
}
/** "Fix payment": the provider's page, and there "Pay now". Resolves with where the browser is sent. */
async function fixPayment(): Promise<string> {
  const { url } = await benHere.call(billing.portal)
  expect(await (await fetch(url)).text()).toContain('Pay now')
  const answer = await submitForm(url)
  expect(answer.status).toBe(303)
  await server.settled()
  return answer.headers.get('location') ?? ''
}

// @spec-4.26
test('a renewal is declined: a week of grace, then no access, and "Fix payment" brings it back', async () => {
  await subscribeTo(server, benHere, nina.id)
  await changeCard(FAILS_LATER)
  expect(await paymentsOf()).toBe(1)
  await pass(31 + 2 * HOUR)

  const late = await own()
  const graceEndsAt = new Date((late.currentPeriodStart?.getTime() ?? 0) + 7 * DAY_MS)
  expect(late).toMatchObject({ status: 'past_due', hasAccess: true, graceEndsAt })
  expect([await isSubscribed(), await isLocked(), await inTimeline()]).toEqual([true, false, true])
  expect(await (await server.signIn('nina')).call(creators.revenue)).toMatchObject({ activeSubscribers: 0 })
  const again = await refusal(benHere.call(billing.create, { body: { creatorId: nina.id } }))
  expect(again).toMatchObject({ status: 409, code: 'payment_due' })
  expect(again.message).toContain('Fix payment')

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
  expect(await paymentsOf()).toBe(2)
})

test('paid in the last hour of grace: nothing is lost when it ends', async () => {
  await subscribeTo(server, benHere, nina.id)
  await changeCard(FAILS_LATER)
  await pass(31 + 2 * HOUR)
  await changeCard(VISA)
  await pass(6.9)
  // Stripe tried again by itself.
  expect(await own()).toMatchObject({ status: 'active' })
  await pass(0.2)
  await runScheduled(server, 'end_grace_period')
  expect([await isSubscribed(), await inTimeline()]).toEqual([true, true])
})

test('the bank asks for 3-D Secure at a renewal: past due until Ben shows who he is', async () => {
  const { clientSecret } = await benHere.call(billing.create, { body: { creatorId: nina.id } })
  type Asks = { next_action?: { redirect_to_url?: { url: string } } }
  const first = (await pay(benHere, clientSecret, ASKS_EACH_TIME)).body as Asks
  expect(await isSubscribed()).toBe(false)
  await submitForm(first.next_action?.redirect_to_url?.url ?? '', { answer: 'complete' })
  await server.settled()
  expect(await isSubscribed()).toBe(true)

  await pass(31 + 2 * HOUR)
  expect(await own()).toMatchObject({ status: 'past_due', hasAccess: true })
  const refused = await fixPayment()
  expect(refused).toContain('/pages/three-d-secure/')
  await submitForm(refused, { answer: 'fail' })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'past_due' })
  await submitForm(await fixPayment(), { answer: 'complete' })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'active', graceEndsAt: null })
  expect(await paymentsOf()).toBe(2)
})

test('Stripe gives up trying: it ended for want of payment, nobody owes access, and a new one can be begun', async () => {
  await subscribeTo(server, benHere, nina.id)
  await changeCard(FAILS_LATER)
  await pass(31 + 2 * HOUR)
  await pass(20)
  expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments', hasAccess: false })
  const params = { id: (await own()).id }
  expect(await refusal(benHere.call(billing.cancel, { params }))).toMatchObject({
    code: 'subscription_ended',
  })
  expect(await refusal(benHere.call(billing.resume, { params }))).toMatchObject({
    code: 'subscription_ended',
  })
  await subscribeTo(server, benHere, nina.id)
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
  expect((await own()).id).not.toBe(params.id)
  expect(await paymentsOf()).toBe(1)
})

test('ended while a payment is due: it is not renewed again, and the end can be taken back', async () => {
  await subscribeTo(server, benHere, nina.id)
  await changeCard(FAILS_LATER)
  await pass(31 + 2 * HOUR)
  const params = { id: (await own()).id }
  expect(await benHere.call(billing.cancel, { params })).toMatchObject({
    status: 'past_due',
    endedBy: 'subscriber',
  })
  expect(await benHere.call(billing.resume, { params })).toMatchObject({ status: 'past_due', endsAt: null })
  await benHere.call(billing.cancel, { params })
  await changeCard(VISA)
  await fixPayment()
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true, endedBy: 'subscriber' })
  await pass(31)
  expect(await own()).toMatchObject({ status: 'canceled', hasAccess: false, endedBy: 'subscriber' })
  expect(await isLocked()).toBe(true)
})

test('ended in the portal, and kept there after all: both are known here', async () => {
  await subscribeTo(server, benHere, nina.id)
  const inPortal = async (what: 'cancel' | 'keep') => {
    const { url } = await benHere.call(billing.portal)
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
  expect(await benHere.call(billing.resume, { params })).toMatchObject({ endsAt: null, endedBy: null })
  await pass(31 + 2 * HOUR)
  expect(await own()).toMatchObject({ status: 'active', hasAccess: true })
  expect(await paymentsOf()).toBe(2)
})
