// Payments that are disputed: no access while it is open, the creator's share taken back once, and how it is decided.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handleDispute } from '#server/features/billing/handle-dispute.ts'
import { syncBillingRecord } from '#server/features/billing/sync-billing-record.ts'
import { billing } from '#shared/contracts/billing.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { subscribeTo } from './people-who-pay.ts'

const DISPUTED = '4000000000000259'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, pass, own, hasAccess, paymentOf, revenue } = {} as Setup
beforeEach(
  async () =>
    void ({ nina, ben, pass, own, hasAccess, paymentOf, revenue } = await setUpCreatorAndSubscriber(server)),
)

/** What Nina sees while Ben's first month is hers and the last: one subscriber, nothing next month, $8.55 received, and waiting. */
const HERS_ONCE = [1, 0, 855, 855]
const NOTHING = [0, 0, 0, 0]

const decide = async (evidence: 'winning_evidence' | 'losing_evidence') => {
  const { stripe } = server.deps
  const { data } = await stripe.disputes.list({ charge: (await paymentOf()).stripeChargeId })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await server.settled()
}
const subscriptionAtStripe = async () => {
  const { stripeSubscriptionId } = await server.deps.db
    .selectFrom('subscriptions')
    .select('stripeSubscriptionId')
    .where('id', '=', (await own()).id)
    .executeTakeFirstOrThrow()
  return stripeSubscriptionId ?? ''
}
const syncAgain = async () => {
  const { stripeChargeId } = await paymentOf()
  const id = await subscriptionAtStripe()
  await Promise.all([1, 2, 3].map(() => syncBillingRecord(server.deps, id, stripeChargeId)))
}
const movements = async () => {
  const { stripeTransferId, stripeChargeId } = await paymentOf()
  const { stripe } = server.deps
  const transfer = await stripe.transfers.retrieve(stripeTransferId ?? '')
  const back = await stripe.transfers.list({ transfer_group: `dispute-won:${stripeChargeId}` })
  return [transfer.reversals.data.map(({ amount }) => amount), back.data.map(({ amount }) => amount)]
}

test('open: no access, no renewal, her share is taken back once; the end can’t be undone, not even in the portal', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  expect(await hasAccess()).toBe(false)
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'payments' })
  await syncAgain()
  expect(await movements()).toEqual([[855], []])
  expect(await revenue()).toEqual(NOTHING)
  const params = { id: (await own()).id }
  const refused = await refusal(ben.browser.call(billing.resume, { params }))
  expect(refused).toMatchObject({ status: 409, code: 'subscription_ended' })
  expect(refused.message).toContain('disputed')
  const { url } = await ben.browser.call(billing.portal)
  await submitForm(url, { do: 'keep' })
  await server.settled()
  expect((await own()).endsAt).not.toBeNull()
  await pass(32)
  expect(await own()).toMatchObject({ status: 'canceled' })
})

test('won: access until the end, her share again, once; then Ben may keep it after all', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decide('winning_evidence')
  await syncAgain()
  expect(await hasAccess()).toBe(true)
  expect(await movements()).toEqual([[855], [855]])
  expect(await revenue()).toEqual(HERS_ONCE)
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'payments' })
  const kept = await ben.browser.call(billing.resume, { params: { id: (await own()).id } })
  expect(kept).toMatchObject({ endsAt: null, endedBy: null, hasAccess: true })
  await server.settled()
  expect((await own()).endsAt).toBeNull()
})

test('lost: it stays as it is, and after the end Ben can begin anew', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decide('losing_evidence')
  await syncAgain()
  expect(await hasAccess()).toBe(false)
  expect(await movements()).toEqual([[855], []])
  expect(await revenue()).toEqual(NOTHING)
  const again = await refusal(ben.browser.call(billing.create, { body: { creatorId: nina.id } }))
  expect(again.code).toBe('already_subscribed')
  await pass(32)
  await subscribeTo(server, ben.browser, nina.id)
  expect(await hasAccess()).toBe(true)
})

test('a payment that was given back in part: what is taken back is what is left of her share', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const { stripe } = server.deps
  const { stripeChargeId: charge } = await paymentOf()
  await stripe.refunds.create({ charge, amount: 400, reverse_transfer: true, refund_application_fee: true })
  await server.settled()
  const payment = await paymentOf()
  expect(payment).toMatchObject({ refundedInCents: 400, feeRefundedInCents: 40 })
  // As Stripe would tell of it: the sandbox has no card that is disputed later.
  const disputed = { ...payment, disputeStatus: 'needs_response' }
  await handleDispute(server.deps, disputed, await subscriptionAtStripe())
  const [reversals] = await movements()
  // $5.50 are left, of which $0.55 are our fee.
  expect(reversals).toEqual(expect.arrayContaining([400, 495]))
})
