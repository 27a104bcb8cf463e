// The full flow once over HTTP: Creator Mode, payouts, a price, a subscriber, a cancellation and its undo.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/contracts/auth.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, pay, subscribeTo } from './billing-steps.ts'

let server: TestServer
let nina: Browser
let ben: Browser
let people: Awaited<ReturnType<typeof build>>
const build = () => buildPeople(server.deps, { nina: member(), ben: member(), rosa: member() })

beforeAll(async () => {
  server = await startServer()
  people = await build()
  nina = await server.signIn('nina')
  ben = await server.signIn('ben')
})
afterAll(() => server.stop())

// @spec-1.5 @spec-7.33
test('Nina becomes a creator with a price of $9.50', async () => {
  expect(await nina.call(creators.status)).toEqual({ isCreator: false })
  await becomeCreator(server, nina, 950)
  expect(await nina.call(creators.status)).toEqual({ isCreator: true })
  expect(await nina.call(creators.accountStatus)).toMatchObject({ connected: true, standing: 'active' })
  expect(await nina.call(creators.plan)).toMatchObject({ status: 'active', priceInCents: 200, endsAt: null })
  expect((await refusal(nina.call(creators.startPlan))).message).toContain('Already a creator')
})

// @spec-1.13 @spec-6.6 @spec-7.25 @spec-7.39
test('Ben sees what he would pay and for whom, pays, and reads her premium signal', async () => {
  const { id } = await nina.call(signals.post, {
    body: { content: 'Adding to ASML', signalType: 'buy', tickers: ['ASML'], isPremium: true },
  })
  const read = async () => {
    const list = await ben.call(signals.byUser, { params: { id: people.nina.id }, query: {} })
    return list.find((signal) => signal.id === id)
  }
  expect(await read()).toMatchObject({ isLocked: true })
  expect(await ben.call(billing.offer, { params: { id: people.nina.id } })).toMatchObject({
    priceInCents: 950,
    platformFeeInCents: 95,
    creatorShareInCents: 855,
  })
  await subscribeTo(server, ben, people.nina.id)
  expect(await ben.call(billing.status, { params: { id: people.nina.id } })).toEqual({ isSubscribed: true })
  expect(await read()).toMatchObject({ content: 'Adding to ASML' })
})

// @spec-4.27 @spec-7.36 @spec-7.37
test('Ben cancels, keeps access, and resumes', async () => {
  const own = async () =>
    (await ben.call(billing.ofSubscriber, { params: { id: people.ben.id }, query: {} }))[0]
  const row = await own()
  expect(row).toMatchObject({ status: 'active', priceInCents: 950, endsAt: null, hasAccess: true })
  const params = { id: row?.id ?? '' }
  const canceled = await ben.call(billing.cancel, { params })
  expect(canceled.endsAt).toEqual(canceled.currentPeriodEnd)
  expect(canceled).toMatchObject({ hasAccess: true, endedBy: 'subscriber' })
  expect(await ben.call(billing.resume, { params })).toMatchObject({ endsAt: null, endedBy: null })
})

// @spec-3.34 @spec-6.12 @spec-7.35
test('Nina sees Ben and her revenue from him', async () => {
  const [row] = await nina.call(billing.toCreator, { params: { id: people.nina.id }, query: {} })
  expect(row).toMatchObject({ subscriber: { username: 'ben' }, priceInCents: 950, status: 'active' })
  const revenue = await nina.call(creators.revenue)
  expect(revenue).toMatchObject({
    activeSubscribers: 1,
    monthly: { grossInCents: 950, feeInCents: 95, netInCents: 855 },
    nextPayout: { amountInCents: 855 },
  })
  expect(revenue.months).toHaveLength(12)
  expect(revenue.months.at(-1)).toMatchObject({ grossInCents: 950, feeInCents: 95, netInCents: 855 })
})

test('Rosa’s session ends while she pays; after signing in again, she sees whether she paid, and until when', async () => {
  const body = { creatorId: people.nina.id }
  /** Her session ends before the card is tried, so the page can't check the payment. */
  const payWithoutSession = async (
    start: (rosa: Browser) => Promise<{ clientSecret: string }>,
    card: string,
  ) => {
    const rosa = await server.signIn('rosa')
    const { clientSecret } = await start(rosa)
    await rosa.call(auth.logout)
    const { status } = await pay(rosa, clientSecret, card)
    expect((await refusal(rosa.call(billing.check, { body }))).status).toBe(401)
    const back = await server.signIn('rosa')
    return { status, back }
  }
  const subscribing = async (rosa: Browser) => rosa.call(billing.create, { body })
  const buying = async (rosa: Browser) => rosa.call(creators.startPlan)

  const declined = await payWithoutSession(subscribing, '4000000000000002')
  expect(declined.status).toBe(402)
  expect(await declined.back.call(billing.check, { body })).toEqual({
    isSubscribed: false,
    status: 'incomplete',
    paidUntil: null,
  })
  const paid = await payWithoutSession(subscribing, '4242424242424242')
  const { isSubscribed, paidUntil } = await paid.back.call(billing.check, { body })
  const [row] = await paid.back.call(billing.ofSubscriber, { params: { id: people.rosa.id }, query: {} })
  expect({ isSubscribed, paidUntil }).toEqual({ isSubscribed: true, paidUntil: row?.currentPeriodEnd })
  expect(paidUntil).not.toBeNull()

  const unpaidPlan = await payWithoutSession(buying, '4000000000000002')
  expect(await unpaidPlan.back.call(creators.checkPlan)).toMatchObject({ isCreator: false, paidUntil: null })
  const plan = await payWithoutSession(buying, '4242424242424242')
  const checked = await plan.back.call(creators.checkPlan)
  expect(checked).toMatchObject({ isCreator: true })
  expect(checked.paidUntil).toEqual((await plan.back.call(creators.plan))?.currentPeriodEnd)
})
