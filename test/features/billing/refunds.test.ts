// Refunds by the operator, fraud warnings, and customers who were deleted at Stripe.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NoSuchPayment, refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { processEvent } from '#server/features/billing/sync/process-event.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { becomeCreator, buyPlan, subscribeTo } from './billing-steps.ts'
import { NO_PAYOUTS } from './webhook-events.ts'

const DISPUTED = '4000000000000259'
const FRAUDULENT = '4000000000005423'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, hasAccess, paymentOf, revenue } = {} as Setup
beforeEach(
  async () =>
    void ({ nina, ben, own, hasAccess, paymentOf, revenue } = await setUpCreatorAndSubscriber(server)),
)

/** Nina's revenue from Ben's first month: one subscriber, $8.55 a month, the same received and in her balance. */
const ONE_MONTH = [1, 855, 855, 855]
const NOTHING = [0, 0, 0, 0]

describe('Refunds by the operator', () => {
  test('a refund returns Ben’s money, Nina’s share and our fee, and he keeps access', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    expect(await revenue()).toEqual(ONE_MONTH)
    const { stripeInvoiceId, stripeChargeId } = await paymentOf()
    const all = await Promise.all(
      [1, 2, 3].map(() => refundPayment(server.deps, stripeInvoiceId, { andEnd: false })),
    )
    expect(all).toContainEqual({ refundedInCents: 950, owedInCents: 0 })
    expect(await refundPayment(server.deps, stripeInvoiceId, { andEnd: false })).toEqual({
      refundedInCents: 950,
      owedInCents: 0,
    })
    await server.settled()
    const { stripe } = server.deps
    expect((await stripe.refunds.list({ charge: stripeChargeId })).data).toMatchObject([{ amount: 950 }])
    expect((await stripe.applicationFees.list({ charge: stripeChargeId })).data).toMatchObject([
      { amount: 95, amount_refunded: 95 },
    ])
    expect(await revenue()).toEqual(NOTHING)
    expect(await hasAccess()).toBe(true)
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
  })

  test('a refund that ends the subscription cancels it at once, with payments as the reason, and Ben can subscribe again', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { stripeInvoiceId } = await paymentOf()
    for (let times = 0; times < 2; times += 1)
      await refundPayment(server.deps, stripeInvoiceId, { andEnd: true })
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments' })
    expect(await hasAccess()).toBe(false)
    await subscribeTo(server, ben.browser, nina.id)
    expect(await revenue()).toEqual(ONE_MONTH)
  })

  test('a refund of an unknown payment fails', async () => {
    await expect(refundPayment(server.deps, 'in_none', { andEnd: true })).rejects.toBeInstanceOf(
      NoSuchPayment,
    )
  })

  test('a refund works on a platform that takes no fee', async () => {
    const free = await startServer({ settings: { PLATFORM_FEE_PERCENT: '0' } })
    try {
      const people = await buildPeople(free.deps, { ida: member(), joe: member() })
      await becomeCreator(free, await free.signIn('ida'))
      await subscribeTo(free, await free.signIn('joe'), people.ida.id)
      const { stripeInvoiceId } = await free.deps.db
        .selectFrom('payments')
        .selectAll()
        .executeTakeFirstOrThrow()
      const refunded = await refundPayment(free.deps, stripeInvoiceId, { andEnd: false })
      expect(refunded).toEqual({ refundedInCents: 950, owedInCents: 0 })
    } finally {
      await free.stop()
    }
  })
})

describe('A fraud warning', () => {
  test('refunds the payment before its owner asks, and ends the subscription at once', async () => {
    await subscribeTo(server, ben.browser, nina.id, FRAUDULENT)
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments' })
    expect(await hasAccess()).toBe(false)
    expect(await paymentOf()).toMatchObject({ refundedInCents: 950, feeRefundedInCents: 95 })
    expect(await revenue()).toEqual(NOTHING)
  })

  test('refunds a creator plan too, which has no transfer', async () => {
    await buyPlan(server, ben.browser, FRAUDULENT)
    expect(await ben.browser.call(creators.status)).toEqual({ isCreator: false })
    expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'canceled' })
    const { data } = await server.deps.stripe.charges.list({ customer: await customerOf(ben) })
    expect(data).toMatchObject([{ amount: 200, refunded: true }])
  })

  test('only ends the subscription if the bank is already taking the money back', async () => {
    await subscribeTo(server, ben.browser, nina.id, DISPUTED)
    const { stripeChargeId } = await paymentOf()
    await server.deps.db
      .insertInto('stripeEvents')
      .values({
        id: `evt_${ben.id}`,
        type: 'radar.early_fraud_warning.created',
        subject: stripeChargeId,
        receivedAt: server.deps.clock.now(),
      })
      .execute()
    await processEvent(server.deps, `evt_${ben.id}`, NO_PAYOUTS)
    expect(await own()).toMatchObject({ status: 'canceled' })
  })
})

const customerOf = async ({ id }: { id: string }) => {
  const { stripeCustomerId } = await server.deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stripeCustomerId ?? ''
}

describe('A customer who was deleted at Stripe', () => {
  test('loses every subscription, and can pay again as another customer', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await buyPlan(server, ben.browser)
    const before = await customerOf(ben)
    await server.deps.stripe.customers.del(before)
    await server.settled()
    expect(await own()).toMatchObject({ status: 'canceled', hasAccess: false })
    expect(await ben.browser.call(creators.status)).toEqual({ isCreator: false })
    expect(await refusal(ben.browser.call(billing.portal))).toMatchObject({ code: 'nothing_to_manage' })
    await subscribeTo(server, ben.browser, nina.id)
    expect(await hasAccess()).toBe(true)
    expect(await customerOf(ben)).not.toBe(before)
  })
})
