// Disputed payments: no access while a dispute is open, the creator's share reversed once, and what each decision changes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handleDisputes } from '#server/features/billing/sync/handle-dispute.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { billing } from '#shared/contracts/billing.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { subscribeTo } from './billing-steps.ts'

const DISPUTED = '4000000000000259'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, pass, own, hasAccess, paymentOf, revenue } = {} as Setup
beforeEach(
  async () =>
    void ({ nina, ben, pass, own, hasAccess, paymentOf, revenue } = await setUpCreatorAndSubscriber(server)),
)

/** Nina's revenue if Ben's first month counts and is his last: one subscriber, nothing next month, $8.55 received and in her balance. */
const ONE_MONTH = [1, 0, 855, 855]
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
const resyncInParallel = async () => {
  const { stripeChargeId } = await paymentOf()
  const id = await subscriptionAtStripe()
  await Promise.all([1, 2, 3].map(() => syncBillingRecord(server.deps, id, stripeChargeId)))
}
const reversalsAndRetransfers = async () => {
  const { stripeTransferId, stripeChargeId } = await paymentOf()
  const { stripe } = server.deps
  const transfer = await stripe.transfers.retrieve(stripeTransferId ?? '')
  const retransfers = await stripe.transfers.list({ transfer_group: `dispute-won:${stripeChargeId}` })
  return [transfer.reversals.data.map(({ amount }) => amount), retransfers.data.map(({ amount }) => amount)]
}

test('an open dispute ends access and renewals, reverses Nina’s share once, and can’t be undone, not even in the portal', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  expect(await hasAccess()).toBe(false)
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'payments' })
  await resyncInParallel()
  expect(await reversalsAndRetransfers()).toEqual([[855], []])
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

test('a won dispute restores access until the end and Nina’s share, once, and lets Ben resume', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decide('winning_evidence')
  await resyncInParallel()
  expect(await hasAccess()).toBe(true)
  expect(await reversalsAndRetransfers()).toEqual([[855], [855]])
  expect(await revenue()).toEqual(ONE_MONTH)
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'payments' })
  const resumed = await ben.browser.call(billing.resume, { params: { id: (await own()).id } })
  expect(resumed).toMatchObject({ endsAt: null, endedBy: null, hasAccess: true })
  await server.settled()
  expect((await own()).endsAt).toBeNull()
})

test('a lost dispute changes nothing more, and Ben can subscribe again after the end', async () => {
  await subscribeTo(server, ben.browser, nina.id, DISPUTED)
  await decide('losing_evidence')
  await resyncInParallel()
  expect(await hasAccess()).toBe(false)
  expect(await reversalsAndRetransfers()).toEqual([[855], []])
  expect(await revenue()).toEqual(NOTHING)
  const refused = await refusal(ben.browser.call(billing.create, { body: { creatorId: nina.id } }))
  expect(refused.code).toBe('already_subscribed')
  await pass(32)
  await subscribeTo(server, ben.browser, nina.id)
  expect(await hasAccess()).toBe(true)
})

test('a dispute of a partly refunded payment reverses what is left of Nina’s share', async () => {
  await subscribeTo(server, ben.browser, nina.id)
  const { stripe } = server.deps
  const { stripeChargeId: charge } = await paymentOf()
  await stripe.refunds.create({ charge, amount: 400, reverse_transfer: true, refund_application_fee: true })
  await server.settled()
  const payment = await paymentOf()
  expect(payment).toMatchObject({ refundedInCents: 400, feeRefundedInCents: 40 })
  // The dispute is made up, because the sandbox has no card that is disputed later.
  const disputed = { ...payment, refunds: [], disputeStatus: 'needs_response' }
  await handleDisputes(server.deps, [disputed], await subscriptionAtStripe())
  const [reversals] = await reversalsAndRetransfers()
  // $5.50 is left, of which $0.55 is our fee.
  expect(reversals).toEqual(expect.arrayContaining([400, 495]))
})
