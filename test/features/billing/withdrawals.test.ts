// Withdrawing from a subscription within 14 days: what is refunded and taken back, the receipts, and bad moments.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleWithdrawal } from '#server/features/billing/refunds/settle-withdrawal.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { refunds, withdrawalPdf } from '#shared/contracts/refunds.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import type { TestServer } from '#test/server.ts'
import { subscribeTo } from './billing-steps.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'

const DISPUTED = '4000000000000259'
const HOUR = 1 / 24

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, hasAccess, paymentOf, revenue } = {} as Setup
beforeEach(
  async () =>
    void ({ nina, ben, own, hasAccess, paymentOf, revenue } = await setUpCreatorAndSubscriber(server)),
)

const history = () => ben.browser.call(refunds.history)
const withdraw = async () => ben.browser.call(refunds.withdraw, { params: { id: (await own()).id } })
const mails = async () =>
  (await emails(server.deps, ben.email)).filter(({ subject }) => /withdrawn|Refund/.test(subject))
/** Ben asked for immediate access, so the used days are kept. */
const askForImmediateAccess = async () =>
  server.deps.db
    .updateTable('subscriptions')
    .set({ immediateAccessRequestedAt: server.deps.clock.now() })
    .where('subscriberId', '=', ben.id)
    .execute()
const refundsAtStripe = async () =>
  (await server.deps.stripe.refunds.list({ charge: (await paymentOf()).stripeChargeId })).data
/** The returned parts of Ben's payment: what he got back, our fee, and Nina's share. */
const returned = async () => {
  const { refundedInCents, feeRefundedInCents, reversedInCents } = await paymentOf()
  return [refundedInCents, feeRefundedInCents, reversedInCents - feeRefundedInCents]
}

describe('A withdrawal', () => {
  test('within 14 days refunds everything if immediate access was not asked for, and ends it at once', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await ben.pass(3)
    const { withdrawable } = await history()
    expect(withdrawable).toMatchObject([{ paidInCents: 950, refundInCents: 950, keptUsedDays: false }])
    const receipt = await withdraw()
    expect(receipt).toMatchObject({
      refundInCents: 950,
      paidInCents: 950,
      email: ben.email,
      isDisputed: false,
    })
    expect(receipt.number).toMatch(/^W-\d{4}-\d{5}$/)
    await server.settled()
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
    expect(await hasAccess()).toBe(false)
    expect(await returned()).toEqual([950, 95, 855])
    expect(await revenue()).toEqual([0, 0, 0, 0])
    const after = await history()
    expect(after.withdrawable).toEqual([])
    expect(after.withdrawals).toEqual([receipt])
    expect(after.payments).toMatchObject([
      { amountInCents: 950, refunds: [{ amountInCents: 950, cause: 'withdrawal', isDone: true }] },
    ])
  })

  test('keeps the used days if immediate access was asked for, and divides the rest to the cent', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await askForImmediateAccess()
    await ben.pass(9.5)
    const { refundInCents, usedDays, periodDays } = await withdraw()
    expect(usedDays).toBe(10)
    expect(refundInCents).toBe(Math.ceil((950 * (periodDays - 10)) / periodDays))
    await server.settled()
    const [toBen, ofFee, ofShare] = await returned()
    expect(toBen).toBe(refundInCents)
    expect((ofFee ?? 0) + (ofShare ?? 0)).toBe(refundInCents)
    expect(ofFee).toBe(Math.round((95 * refundInCents) / 950))
  })

  test('counts once, though it is pressed twice and all webhooks come twice, with one email and its PDF', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { id } = await own()
    const receipts = await Promise.all([1, 2, 3].map(() => withdraw()))
    expect(new Set(receipts.map(({ number }) => number)).size).toBe(1)
    await Promise.all([1, 2].map(() => settleWithdrawal(server.deps, id)))
    await server.settled()
    expect((await refundsAtStripe()).map(({ amount }) => amount)).toEqual([950])
    await server.jobsDone()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.text).toContain(receipts[0]?.number)
    expect(mail?.text).toContain('Back to your card: $9.50')
    const { attachments } = mail as unknown as { attachments: { filename: string; content: string }[] }
    expect(attachments[0]?.filename).toBe(`withdrawal-${receipts[0]?.number}.pdf`)
    expect(
      Buffer.from(attachments[0]?.content ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const file = await ben.browser.fetch(withdrawalPdf(id))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await nina.browser.fetch(withdrawalPdf(id))).status).toBe(404)
  })

  test('is possible until the 14th day ends where the person lives, and not later', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await ben.pass(13.9)
    expect((await history()).withdrawable).toHaveLength(1)
    await ben.pass(1.7)
    expect((await history()).withdrawable).toEqual([])
    expect(await refusal(withdraw())).toMatchObject({ code: 'withdrawal_over' })
  })

  test('is refused for somebody else’s subscription as if it didn’t exist', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { id } = await own()
    expect(await refusal(nina.browser.call(refunds.withdraw, { params: { id } }))).toMatchObject({
      code: 'subscription_not_found',
    })
  })

  test('refunds a renewal that was charged at the same moment', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { currentPeriodEnd, id } = await own()
    const days = (currentPeriodEnd!.getTime() - server.deps.clock.now().getTime()) / 86_400_000
    await ben.pass(days + HOUR / 2)
    // The invoice of the second month is still a draft. The contract began yesterday, for this test.
    const { stripeInvoiceId } = await paymentOf()
    const startedAt = new Date(server.deps.clock.now().getTime() - 86_400_000)
    await server.deps.db
      .updateTable('payments')
      .set({ paidAt: startedAt })
      .where('stripeInvoiceId', '=', stripeInvoiceId)
      .execute()
    const { stripeSubscriptionId } = await server.deps.db
      .selectFrom('subscriptions')
      .select('stripeSubscriptionId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { data } = await server.deps.stripe.invoices.list({
      subscription: stripeSubscriptionId ?? '',
      status: 'draft',
    })
    server.sandbox.failNext({ how: 'error-before', path: /subscriptions\/sub_/, times: 4 })
    const receipt = await withdraw()
    server.sandbox.clearFaults()
    // Stripe charged it before our cancellation arrived.
    await server.deps.stripe.invoices.finalizeInvoice(data[0]?.id ?? '')
    await server.deps.stripe.invoices.pay(data[0]?.id ?? '')
    await settleWithdrawal(server.deps, id)
    await server.settled()
    const paid = await server.deps.db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', id)
      .execute()
    expect(receipt.refundInCents).toBe(950)
    expect(paid.map(({ amountInCents, refundedInCents }) => [amountInCents, refundedInCents])).toEqual([
      [950, 950],
      [950, 950],
    ])
    expect(await own()).toMatchObject({ status: 'canceled' })
  })

  test('works while a bank disputes the payment, and refunds only if the bank decides otherwise', async () => {
    await subscribeTo(server, ben.browser, nina.id, DISPUTED)
    const receipt = await withdraw()
    expect(receipt).toMatchObject({ isDisputed: true, refundInCents: 950 })
    await server.settled()
    expect(await refundsAtStripe()).toEqual([])
    expect(await own()).toMatchObject({ status: 'canceled' })
    const { stripe } = server.deps
    const { data } = await stripe.disputes.list({ charge: (await paymentOf()).stripeChargeId })
    await stripe.disputes.update(data[0]?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    await server.settled()
    await server.jobsDone()
    expect((await refundsAtStripe()).map(({ amount }) => amount)).toEqual([950])
    expect(await revenue()).toEqual([0, 0, 0, 0])
  })

  test('works while the creator can’t be paid, and after the subscription was canceled', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    const { stripeAccountId } = await server.deps.db
      .selectFrom('users')
      .select('stripeAccountId')
      .where('id', '=', nina.id)
      .executeTakeFirstOrThrow()
    server.sandbox.restrictCapabilities(stripeAccountId ?? '')
    await server.settled()
    expect(await own()).toMatchObject({ status: 'active', pausedFrom: expect.any(Date) })
    expect(await withdraw()).toMatchObject({ refundInCents: 950 })
    await server.settled()
    expect(await own()).toMatchObject({ status: 'canceled' })
    expect((await returned())[0]).toBe(950)
  })

  test('counts though Stripe is down, and the sweep makes the refund later', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    server.sandbox.failNext({ how: 'error-before', path: /./, times: 1000 })
    expect(await withdraw()).toMatchObject({ refundInCents: 950 })
    server.sandbox.clearFaults()
    await ben.pass(HOUR)
    await sweepStripe(server.deps, async () => {})
    await server.settled()
    await server.jobsDone()
    expect(await own()).toMatchObject({ status: 'canceled' })
    expect((await refundsAtStripe()).map(({ amount }) => amount)).toEqual([950])
  })
})
