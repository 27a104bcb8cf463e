// Refunds of payments whose share Stripe won't take back: the person gets the money, and the creator owes the share.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endBillingOf } from '#server/features/billing/lifecycle/end-billing.ts'
import { refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { owedInCents } from '#server/features/billing/rules.ts'
import { processEvent } from '#server/features/billing/sync/process-event.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { creators } from '#shared/contracts/creators.ts'
import type { TestServer } from '#test/server.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { buyPlan, subscribeTo } from './billing-steps.ts'
import { NO_PAYOUTS } from './webhook-events.ts'

const DISPUTED = '4000000000000259'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, hasAccess, paymentOf, revenue } = {} as Setup
beforeEach(async () => {
  ;({ nina, ben, own, hasAccess, paymentOf, revenue } = await setUpCreatorAndSubscriber(server))
  server.sandbox.changeSettings({ allowsNegativeBalances: false })
})

async function payOutToNina(): Promise<void> {
  const { stripeAccountId } = await server.deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', nina.id)
    .executeTakeFirstOrThrow()
  server.sandbox.payOut(stripeAccountId ?? '')
}
/** An early fraud warning about Ben's payment arrives. */
async function warn(): Promise<void> {
  const id = `evt_${ben.id}`
  const { stripeChargeId: subject } = await paymentOf()
  const type = 'radar.early_fraud_warning.created'
  await server.deps.db
    .insertInto('stripeEvents')
    .values({ id, type, subject, receivedAt: server.deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await processEvent(server.deps, id, NO_PAYOUTS)
}
const refund = async (andEnd = false) =>
  refundPayment(server.deps, (await paymentOf()).stripeInvoiceId, { andEnd })
const owed = async () => owedInCents(await paymentOf())
const decideFor = async (evidence: string) => {
  const { stripe } = server.deps
  const { data } = await stripe.disputes.list({ charge: (await paymentOf()).stripeChargeId })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await server.settled()
}

test('a stolen card is charged no more and gets its money back, and the creator owes the share until it can be reversed', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await payOutToNina()
  await warn()
  expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'payments' })
  expect(await paymentOf()).toMatchObject({ refundedInCents: 950, reversedInCents: 0, reversalRefused: true })
  expect(await owed()).toBe(855)
  await sweepStripe(server.deps, async () => {})
  expect(await owed()).toBe(855)
  // Nina earns again, and the hourly sweep takes back what she owes, once.
  const first = await paymentOf()
  await ben.pass(1)
  await subscribeTo(server, ben.browser, nina.id)
  for (let times = 0; times < 2; times += 1) await sweepStripe(server.deps, async () => {})
  const after = await server.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('stripeInvoiceId', '=', first.stripeInvoiceId)
    .executeTakeFirstOrThrow()
  expect([owedInCents(after), after.reversedInCents]).toEqual([0, 855])
  const { reversals } = await server.deps.stripe.transfers.retrieve(first.stripeTransferId ?? '')
  expect(reversals.data.map(({ amount }) => amount)).toEqual([855])
})

test('the subscription on a stolen card ends even if the refund fails', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  server.sandbox.failNext({ how: 'error-before', method: 'POST', path: /^\/v1\/refunds$/, times: 2 })
  await expect(warn()).rejects.toMatchObject({ statusCode: 500 })
  await server.settled()
  expect(await own()).toMatchObject({ status: 'canceled' })
  await warn()
  expect(await paymentOf()).toMatchObject({ refundedInCents: 950, reversedInCents: 950 })
})

test('a refund by the operator says what the creator owes, also when it is repeated', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await payOutToNina()
  for (let times = 0; times < 2; times += 1)
    expect(await refund()).toEqual({ refundedInCents: 950, owedInCents: 855 })
  expect(await hasAccess()).toBe(true)
  expect((await revenue())[2]).toBe(855)
})

test('a refund of a creator plan is made by its invoice, and can end it', async () => {
  await buyPlan(server, ben.browser)
  const { stripeSubscriptionId: subscription } = await server.deps.db
    .selectFrom('creatorPlans')
    .select('stripeSubscriptionId')
    .where('userId', '=', ben.id)
    .executeTakeFirstOrThrow()
  const { data } = await server.deps.stripe.invoices.list({ subscription: subscription ?? '' })
  for (let times = 0; times < 2; times += 1)
    expect(await refundPayment(server.deps, data[0]?.id ?? '', { andEnd: times > 0 })).toEqual({
      refundedInCents: 200,
      owedInCents: 0,
    })
  expect(await ben.browser.call(creators.plan)).toMatchObject({ status: 'canceled' })
})

test('a creator who leaves with an empty account owes the refunds of their subscribers', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await payOutToNina()
  const since = new Date(server.deps.clock.now().getTime() - 60_000)
  for (let times = 0; times < 2; times += 1) await endBillingOf(server.deps, nina.id, since)
  expect(await own()).toMatchObject({ status: 'canceled' })
  expect(await paymentOf()).toMatchObject({ refundedInCents: 950, reversalRefused: true })
})

test('everything of a leaving creator ends, though refunds fail, and the next run refunds', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const since = new Date(server.deps.clock.now().getTime() - 60_000)
  server.sandbox.failNext({ how: 'error-before', method: 'POST', path: /^\/v1\/refunds$/, times: 2 })
  await expect(endBillingOf(server.deps, nina.id, since)).rejects.toMatchObject({ statusCode: 500 })
  expect([(await own()).status, (await paymentOf()).refundedInCents]).toEqual(['canceled', 0])
  await endBillingOf(server.deps, nina.id, since)
  expect(await paymentOf()).toMatchObject({ refundedInCents: 950, reversedInCents: 950 })
})

test('a refund that the bank rejects later no longer counts', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  await payOutToNina()
  await refund()
  const { stripeChargeId: charge } = await paymentOf()
  const { data } = await server.deps.stripe.refunds.list({ charge })
  server.sandbox.failRefund(data[0]?.id ?? '')
  await server.settled()
  expect(await paymentOf()).toMatchObject({ refundedInCents: 0, refundFailedInCents: 950 })
  expect([await owed(), (await revenue()).slice(0, 3)]).toEqual([0, [1, 855, 855]])
  expect(await refund()).toMatchObject({ refundedInCents: 950, owedInCents: 855 })
})

test('a refund after a won dispute also takes back the share that was transferred again', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decideFor('winning_evidence')
  expect((await revenue()).slice(2)).toEqual([855, 855])
  for (let times = 0; times < 2; times += 1)
    expect(await refund()).toEqual({ refundedInCents: 950, owedInCents: 0 })
  expect(await paymentOf()).toMatchObject({ reversedInCents: 950, returnedInCents: 0 })
  expect((await revenue()).slice(2)).toEqual([0, 0])
})

test('a share that was transferred again and paid out is owed after a refund', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decideFor('winning_evidence')
  await payOutToNina()
  expect(await refund()).toEqual({ refundedInCents: 950, owedInCents: 855 })
})
