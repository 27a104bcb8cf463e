// Renewals pause while Nina's payouts are on hold: nobody is charged, access ends with the paid month, and renewals resume.
import { describe, expect, test } from 'vitest'
import { pauseOrResume } from '#server/features/billing/lifecycle/pause-renewals.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { type PayoutHoldContext, withPayoutHold } from './payout-hold.ts'
import { runScheduled, subscribeTo } from './billing-steps.ts'

const FAILS_LATER = '4000000000000341'
const HOUR = 1 / 24

let { server, setup, hold } = {} as PayoutHoldContext
withPayoutHold((context) => void ({ server, setup, hold } = context))

describe('While Nina’s payouts are on hold', () => {
  test('Ben has access until the end of his paid month, and is not charged', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const { currentPeriodEnd } = await setup.own()
    await hold.restrict()
    expect((await setup.own()).pausedFrom).toEqual(currentPeriodEnd)
    await setup.pass(20)
    expect(await setup.hasAccess()).toBe(true)
    await setup.pass(15)
    expect(await setup.hasAccess()).toBe(false)
    await setup.pass(20)
    expect(await setup.own()).toMatchObject({ status: 'active', pausedFrom: currentPeriodEnd })
    expect(await hold.payments()).toEqual([950])
    expect(await setup.revenue()).toMatchObject([0, 0, expect.anything(), expect.anything()])
  })

  test('Ben keeps access and his renewal date if the hold is lifted within his paid month', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const before = await setup.own()
    await hold.restrict()
    await setup.pass(10)
    await hold.lift()
    expect(await setup.own()).toMatchObject({ pausedFrom: null, currentPeriodEnd: before.currentPeriodEnd })
    expect(await hold.payments()).toEqual([950])
    await setup.pass(22)
    await setup.pass(HOUR)
    expect(await hold.payments()).toEqual([950, 950])
    expect(await setup.hasAccess()).toBe(true)
    expect(await hold.subjectsTo(setup.ben)).toEqual([
      `Your subscription to ${setup.nina.username} is paused`,
      `Your subscription to ${setup.nina.username} continues`,
    ])
  })

  test('a later lift starts a new month that day, and repeated jobs charge it once', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const { id } = await hold.rowOfBen()
    await hold.restrict()
    await setup.pass(45)
    server.sandbox.clearRequirements(hold.accountId)
    await syncPayoutAccount(server.deps, hold.accountId)
    // Jobs that meet at Stripe may fail; the queue would retry them.
    await Promise.allSettled([1, 2, 3].map(() => pauseOrResume(server.deps, id)))
    await pauseOrResume(server.deps, id)
    await server.settled()
    expect(await hold.payments()).toEqual([950, 950])
    expect(await setup.hasAccess()).toBe(true)
    await setup.pass(25)
    expect(await hold.payments()).toEqual([950, 950])
    await setup.pass(8)
    expect(await hold.payments()).toEqual([950, 950, 950])
    expect(await hold.subjectsTo(setup.nina)).toEqual(['Your payouts are on hold', 'Your payouts work again'])
  })

  test('a resume that fails at Stripe succeeds with the retry, and charges once', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    await hold.restrict()
    await setup.pass(45)
    const update = { method: 'POST', path: /^\/v1\/subscriptions\/sub_/ }
    server.sandbox.failNext({ how: 'error-after', ...update, times: 1 })
    await hold.lift()
    await runScheduled(server, 'pause_or_resume')
    expect(await hold.payments()).toEqual([950, 950])
    expect((await setup.own()).pausedFrom).toBeNull()
  })

  test('Stripe does not collect a renewal whose invoice is still a draft', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    // The month is over, and the next month's invoice is still a draft.
    const { currentPeriodEnd } = await setup.own()
    const left = ((currentPeriodEnd?.getTime() ?? 0) - server.deps.clock.now().getTime()) / 86_400_000
    await setup.pass(left + HOUR / 2)
    await hold.restrict()
    await setup.pass(5)
    expect(await hold.payments()).toEqual([950])
    expect(await setup.hasAccess()).toBe(false)
  })

  test('a hold that is noticed late pauses after a failed renewal, and the month is charged when it is lifted', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    server.sandbox.failNext({
      how: 'error-before',
      method: 'GET',
      path: /^\/v2\/core\/accounts\//,
      times: 1000,
    })
    await hold.restrict()
    await setup.pass(32)
    expect(await setup.own()).toMatchObject({ status: 'active', pausedFrom: null })
    expect(await hold.payments()).toEqual([950])
    server.sandbox.clearFaults()
    await runScheduled(server, 'process_stripe_event')
    await runScheduled(server, 'pause_or_resume')
    expect(await setup.hasAccess()).toBe(false)
    await hold.lift()
    expect(await hold.payments()).toEqual([950, 950])
    expect(await setup.hasAccess()).toBe(true)
  })

  test('a hold voids the open invoice of a declined card', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const { url } = await setup.ben.browser.call(billing.portal)
    await submitForm(url, { do: 'card', number: FAILS_LATER, expiry: '12/34', cvc: '123' })
    await server.settled()
    await setup.pass(32)
    expect((await setup.own()).status).toBe('past_due')
    await hold.restrict()
    expect(await setup.own()).toMatchObject({ status: 'active', hasAccess: false })
    await setup.pass(10)
    expect(await hold.payments()).toEqual([950])
  })

  test('a cancellation after the paid month ends the subscription at once, and nothing is charged later', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    await hold.restrict()
    await setup.pass(40)
    const { id } = await hold.rowOfBen()
    const canceled = await setup.ben.browser.call(billing.cancel, { params: { id } })
    expect(canceled).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
    await hold.lift()
    await setup.pass(5)
    expect(await hold.payments()).toEqual([950])
  })

  test('a cancellation within the paid month ends the subscription with that month', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    await hold.restrict()
    const { id, currentPeriodEnd } = await hold.rowOfBen()
    expect(await setup.ben.browser.call(billing.cancel, { params: { id } })).toMatchObject({
      status: 'active',
      endsAt: currentPeriodEnd,
    })
    await setup.pass(35)
    expect((await setup.own()).status).toBe('canceled')
    expect(await hold.payments()).toEqual([950])
  })

  test('a pause of two months ends the subscription, so that nobody is charged for a creator they forgot', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    await hold.restrict()
    await setup.pass(45)
    await setup.pass(40)
    await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
    await server.jobsDone()
    expect(await setup.own()).toMatchObject({ status: 'active' })
    await setup.pass(8)
    await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
    await server.settled()
    expect(await setup.own()).toMatchObject({ status: 'canceled', endedBy: 'creator' })
    await hold.lift()
    expect(await hold.payments()).toEqual([950])
  })
})
