// Refunds by the creator, and requests for one: to the creator first, to an administrator after five days.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerRequest, openRequests } from '#server/features/billing/refunds/refund-requests.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { refunds } from '#shared/contracts/refunds.ts'
import { emails } from '#test/emails.ts'
import { refusal } from '#test/refusal.ts'
import type { TestServer } from '#test/server.ts'
import { answerRefundCommand, refundRequestsCommand } from '#tools/scripts/admin-refund-requests.ts'
import { subscribeTo } from './billing-steps.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, own, hasAccess, paymentOf, pass } = {} as Setup
let id = ''
beforeEach(async () => {
  ;({ nina, ben, own, hasAccess, paymentOf, pass } = await setUpCreatorAndSubscriber(server))
  await subscribeTo(server, ben.browser, nina.id)
  id = (await own()).id
})

const REASON = 'I was away for two weeks.'
const refund = (body: { part: 'full' | 'unused'; end?: boolean }) =>
  nina.browser.call(refunds.refund, { params: { id }, body: { end: false, ...body, reason: REASON } })
const subjects = async (who: Setup['ben'], about: RegExp) => {
  await server.jobsDone()
  return (await emails(server.deps, who.email)).filter(({ subject }) => about.test(subject))
}
const settled = async () => {
  await server.jobsDone()
  await server.settled()
}

describe('A refund by the creator', () => {
  test('of the whole payment keeps the subscription, takes back share and fee, and is emailed once', async () => {
    expect(await nina.browser.call(refunds.terms, { params: { id } })).toMatchObject({
      fullInCents: 950,
      fullFromPayoutsInCents: 855,
    })
    expect(await refund({ part: 'full' })).toEqual({ refundInCents: 950 })
    await settled()
    const { stripeChargeId } = await paymentOf()
    const atStripe = (await own()) && (await stripeId())
    await Promise.all([1, 2].map(() => syncBillingRecord(server.deps, atStripe, stripeChargeId)))
    expect(await paymentOf()).toMatchObject({
      refundedInCents: 950,
      feeRefundedInCents: 95,
      reversedInCents: 950,
    })
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
    const [mail, ...more] = await subjects(ben, /^Refund of/)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('Refund of $9.50')
    expect(mail?.text).toContain(REASON)
    expect(await refusal(refund({ part: 'full' }))).toMatchObject({ code: 'nothing_to_refund' })
  })

  test('of the unused days ends the subscription, and two clicks refund once', async () => {
    await pass(9.5)
    const { unusedInCents, unusedDays, periodDays } = await nina.browser.call(refunds.terms, {
      params: { id },
    })
    expect(unusedInCents).toBe(Math.ceil((950 * unusedDays) / periodDays))
    const both = await Promise.allSettled([refund({ part: 'unused' }), refund({ part: 'unused' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await settled()
    const { stripeChargeId } = await paymentOf()
    const { data } = await server.deps.stripe.refunds.list({ charge: stripeChargeId })
    expect(data.map(({ amount }) => amount)).toEqual([unusedInCents])
    expect(await own()).toMatchObject({ status: 'canceled' })
    expect(await hasAccess()).toBe(false)
  })

  test('needs a reason, and is only possible for the creator’s own subscriber', async () => {
    const bad = nina.browser.call(refunds.refund, {
      params: { id },
      body: { part: 'full', end: false, reason: ' ' },
    })
    expect(await refusal(bad)).toMatchObject({ code: 'invalid' })
    const byBen = ben.browser.call(refunds.refund, {
      params: { id },
      body: { part: 'full', end: false, reason: REASON },
    })
    expect(await refusal(byBen)).toMatchObject({ code: 'subscription_not_found' })
  })

  test('and a withdrawal at the same moment never return more than was paid', async () => {
    await Promise.all([
      refund({ part: 'full' }).catch(() => undefined),
      ben.browser.call(refunds.withdraw, { params: { id } }),
    ])
    await settled()
    expect(await paymentOf()).toMatchObject({ refundedInCents: 950, feeRefundedInCents: 95 })
  })

  test('made in the dashboard is emailed too, once', async () => {
    const { stripeChargeId: charge } = await paymentOf()
    await server.deps.stripe.refunds.create({ charge, amount: 300, reverse_transfer: true })
    await settled()
    await syncBillingRecord(server.deps, await stripeId(), charge)
    expect((await subjects(ben, /^Refund of/)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Refund of $3.00'),
    ])
  })
})

const stripeId = async () => {
  const { stripeSubscriptionId } = await server.deps.db
    .selectFrom('subscriptions')
    .select('stripeSubscriptionId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stripeSubscriptionId ?? ''
}

describe('A request for a refund', () => {
  const ask = () =>
    ben.browser.call(refunds.ask, { params: { id }, body: { text: 'No signals for a month.' } })
  const requests = () => nina.browser.call(refunds.requests)

  test('reaches the creator by email and page, and the creator’s refund reaches the payer', async () => {
    const { id: request } = await ask()
    expect(await subjects(nina, /asks for a refund/)).toHaveLength(1)
    expect(await requests()).toMatchObject([{ id: request, text: 'No signals for a month.' }])
    expect(await refusal(ask())).toMatchObject({ code: 'refund_asked' })
    const answer = () =>
      nina.browser.call(refunds.answer, {
        params: { id: request },
        body: { decision: 'full', answer: 'Sorry about that.' },
      })
    expect(await answer()).toEqual({ isRefunded: true })
    expect(await refusal(answer())).toMatchObject({ code: 'request_answered' })
    await settled()
    expect(await paymentOf()).toMatchObject({ refundedInCents: 950 })
    expect(await requests()).toEqual([])
    const { payments } = await ben.browser.call(refunds.history)
    expect(payments).toMatchObject([
      {
        mayAsk: false,
        request: { isRefunded: true, answer: 'Sorry about that.' },
        refunds: [{ cause: 'request' }],
      },
    ])
  })

  test('is declined with a reason, which the payer gets by email', async () => {
    const { id: request } = await ask()
    await nina.browser.call(refunds.answer, {
      params: { id: request },
      body: { decision: 'none', answer: 'There were six signals.' },
    })
    const [mail] = await subjects(ben, /declined/)
    expect(mail?.text).toContain('There were six signals.')
    expect(await paymentOf()).toMatchObject({ refundedInCents: 0 })
  })

  test('reaches an administrator after five days, not before, and nobody else', async () => {
    const { id: request } = await ask()
    expect(await openRequests(server.deps, nina.id, null)).toEqual([])
    const answer = { decision: 'unused', answer: 'The creator didn’t answer.' } as const
    await expect(answerRequest(server.deps, null, request, answer)).rejects.toMatchObject({
      code: 'request_not_found',
    })
    await pass(5.1)
    expect(await openRequests(server.deps, ben.id, null)).toMatchObject([{ id: request }])
    const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
    const recorded: unknown[] = []
    const tools = { ...server.deps, record: async (on: unknown) => void recorded.push(on) }
    await refundRequestsCommand(tools, ['--json'])
    expect(JSON.parse(String(printed.mock.lastCall?.[0]))).toMatchObject({
      id: request,
      creator: nina.username,
      terms: { subscriber: ben.username, fullInCents: 950 },
    })
    await expect(answerRefundCommand(tools, [request, 'half', '--answer', 'No'])).rejects.toThrow(
      'npm run admin -- answer-refund',
    )
    await answerRefundCommand(tools, [request, 'unused', '--answer', answer.answer, '--json'])
    expect(printed.mock.lastCall).toEqual([JSON.stringify({ id: request, isRefunded: true })])
    expect(recorded.at(-1)).toEqual({ target: request, reason: answer.answer, userId: ben.id })
    await expect(answerRefundCommand(tools, [request, 'none', '--answer', 'No'])).rejects.toThrow('answered')
    printed.mockRestore()
    await settled()
    expect((await paymentOf()).refundedInCents).toBeGreaterThan(700)
    expect(await own()).toMatchObject({ status: 'canceled' })
    expect((await subjects(ben, /^Refund of/))[0]?.text).toContain('We wrote: “The creator didn’t answer.”')
  })

  test('is refused for somebody else’s subscription', async () => {
    const byNina = nina.browser.call(refunds.ask, { params: { id }, body: { text: 'Mine?' } })
    expect(await refusal(byNina)).toMatchObject({ code: 'subscription_not_found' })
  })
})
