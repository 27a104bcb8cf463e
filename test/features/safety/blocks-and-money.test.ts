// What a block does to payments: a creator's block refunds the unused days at once, a subscriber's ends the renewals.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endBlocked } from '#server/features/billing/lifecycle/end-blocked.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { billing } from '#shared/contracts/billing.ts'
import { safety } from '#shared/contracts/safety.ts'
import {
  setUpCreatorAndSubscriber,
  type Setup,
  startServerOnTestClock,
} from '#test/features/billing/creator-and-subscriber.ts'
import { pay, subscribeTo } from '#test/features/billing/billing-steps.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import type { TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, paymentOf, pass } = {} as Setup
beforeEach(async () => void ({ nina, ben, own, paymentOf, pass } = await setUpCreatorAndSubscriber(server)))

const blockBy = async (who: Setup['nina'], whom: Setup['nina']) => {
  await who.browser.call(safety.block, { body: { userId: whom.id } })
  await server.jobsDone()
  await server.settled()
}
const costFor = (who: Setup['nina'], whom: Setup['nina']) =>
  who.browser.call(safety.blockCost, { params: { id: whom.id } })
const mailsOf = async (who: Setup['nina']) =>
  (await emails(server.deps, who.email)).filter(({ subject }) => subject.includes('has ended'))

test('a creator reads the cost, and the block refunds exactly that, with one email', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await pass(9.5)
  nina.signInAgain()
  ben.signInAgain()
  const cost = await costFor(nina, ben)
  expect(cost).toMatchObject({ payer: 'them', priceInCents: 950 })
  expect(cost.refundInCents).toBe(Math.ceil((950 * cost.unusedDays) / cost.periodDays))
  expect(cost.unusedDays).toBeGreaterThan(15)
  await blockBy(nina, ben)
  const { stripeChargeId, ...paid } = await paymentOf()
  const { stripe } = server.deps
  const refunds = await stripe.refunds.list({ charge: stripeChargeId })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([cost.refundInCents])
  expect(paid.refundedInCents).toBe(cost.refundInCents)
  // Nina gives back her share, and we our fee.
  const shareBack = paid.reversedInCents - paid.feeRefundedInCents
  expect(shareBack).toBe(cost.fromPayoutsInCents)
  expect(await own()).toMatchObject({ status: 'canceled', creator: null })
  // The job runs again after a crash.
  await endBlocked(server.deps, paid.subscriptionId)
  await server.jobsDone()
  expect((await stripe.refunds.list({ charge: stripeChargeId })).data).toHaveLength(1)
  const [email, ...more] = await mailsOf(ben)
  expect(more).toEqual([])
  expect(email?.text).toContain('We refunded')
  expect(email?.text).not.toMatch(/block/i)
  expect(
    await refusal(ben.browser.call(billing.userSubscription, { body: { creatorId: nina.id } })),
  ).toMatchObject({ code: 'creator_hidden' })
})

test('if a subscriber blocks the creator, the subscription ends with the paid period, without a refund', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const before = await own()
  const cost = await costFor(ben, nina)
  expect(cost).toMatchObject({ payer: 'viewer', priceInCents: 950, refundInCents: 0 })
  await blockBy(ben, nina)
  expect(await own()).toMatchObject({
    status: 'active',
    endedBy: 'subscriber',
    endsAt: before?.currentPeriodEnd,
  })
  expect((await paymentOf()).refundedInCents).toBe(0)
  expect(await refusal(ben.browser.call(billing.resume, { params: { id: before?.id ?? '' } }))).toMatchObject(
    {
      code: 'creator_hidden',
    },
  )
})

test('a payment under way can’t be finished into a subscription that a block forbids', async () => {
  const { clientSecret } = await ben.browser.call(billing.userSubscription, { body: { creatorId: nina.id } })
  await server.deps.db
    .insertInto('blocks')
    .values({ blockerId: nina.id, blockedId: ben.id, createdAt: server.deps.clock.now() })
    .execute()
  // The block found no subscription yet, and the payment succeeds.
  await pay(ben.browser, clientSecret)
  await server.settled()
  await sweepStripe(server.deps, async () => {})
  await server.jobsDone()
  await server.settled()
  expect(await own()).toMatchObject({ status: 'canceled' })
  const { amountInCents, refundedInCents } = await paymentOf()
  expect(refundedInCents).toBeGreaterThan(amountInCents * 0.9)
})

test('without a payment between them a block costs nothing', async () => {
  expect(await costFor(nina, ben)).toEqual({
    payer: null,
    priceInCents: 0,
    endsAt: null,
    unusedDays: 0,
    periodDays: 0,
    refundInCents: 0,
    fromPayoutsInCents: 0,
  })
})
