// Renewals are paused while Nina's payouts are on hold: nobody is charged, access ends with what was paid, all resumes by itself.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pauseOrResume } from '#server/features/billing/pause-renewals.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import type { TestServer } from '#test/server.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { serverOnStage, setStage, type Stage } from './nina-and-ben.ts'
import { type OnHold, onHold } from './on-hold.ts'
import { runPlanned, subscribeTo } from './people-who-pay.ts'

const FAILS_LATER = '4000000000000341'
const HOUR = 1 / 24

let server: TestServer
beforeAll(async () => void (server = await serverOnStage()))
afterAll(() => server.stop())

let stage: Stage
let hold: OnHold
beforeEach(async () => {
  stage = await setStage(server)
  hold = await onHold(server, stage)
})

describe('While her payouts are on hold', () => {
  test('Ben reads until the end of the month he paid, then no more, and is charged nothing', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const { currentPeriodEnd } = await stage.own()
    await hold.restrict()
    expect((await stage.own()).pausedFrom).toEqual(currentPeriodEnd)
    await stage.pass(20)
    expect(await stage.hasAccess()).toBe(true)
    await stage.pass(15)
    expect(await stage.hasAccess()).toBe(false)
    await stage.pass(20)
    expect(await stage.own()).toMatchObject({ status: 'active', pausedFrom: currentPeriodEnd })
    expect(await hold.payments()).toEqual([950])
    expect(await stage.revenue()).toMatchObject([0, 0, expect.anything(), expect.anything()])
  })

  test('lifted within the month he paid: he never loses access, and renews on the day he would have', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const before = await stage.own()
    await hold.restrict()
    await stage.pass(10)
    await hold.lift()
    expect(await stage.own()).toMatchObject({ pausedFrom: null, currentPeriodEnd: before.currentPeriodEnd })
    expect(await hold.payments()).toEqual([950])
    await stage.pass(22)
    await stage.pass(HOUR)
    expect(await hold.payments()).toEqual([950, 950])
    expect(await stage.hasAccess()).toBe(true)
    expect(await hold.subjectsTo(stage.ben)).toEqual([
      `Your subscription to ${stage.nina.username} is paused`,
      `Your subscription to ${stage.nina.username} goes on`,
    ])
  })

  test('lifted later: a month begins that day and is charged once, however often the job is done', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const { id } = await hold.rowOfBen()
    await hold.restrict()
    await stage.pass(45)
    server.sandbox.clearRequirements(hold.accountId)
    await syncPayoutAccount(server.deps, hold.accountId)
    // One that meets another at Stripe fails, and the queue tries it again.
    await Promise.allSettled([1, 2, 3].map(() => pauseOrResume(server.deps, id)))
    await pauseOrResume(server.deps, id)
    await server.settled()
    expect(await hold.payments()).toEqual([950, 950])
    expect(await stage.hasAccess()).toBe(true)
    await stage.pass(25)
    expect(await hold.payments()).toEqual([950, 950])
    await stage.pass(8)
    expect(await hold.payments()).toEqual([950, 950, 950])
    expect(await hold.subjectsTo(stage.nina)).toEqual(['Your payouts are on hold', 'Your payouts work again'])
  })

  test('Stripe fails when it is to resume: it resumes with the next try, and is charged once', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    await hold.restrict()
    await stage.pass(45)
    const update = { method: 'POST', path: /^\/v1\/subscriptions\/sub_/ }
    server.sandbox.failNext({ how: 'error-after', ...update, times: 1 })
    await hold.lift()
    await runPlanned(server, 'pause_or_resume')
    expect(await hold.payments()).toEqual([950, 950])
    expect((await stage.own()).pausedFrom).toBeNull()
  })

  test('a renewal that is being made, or that was not paid, is collected no more', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    // The month is over, and the invoice of the next one is still a draft.
    const { currentPeriodEnd } = await stage.own()
    const left = ((currentPeriodEnd?.getTime() ?? 0) - server.deps.clock.now().getTime()) / 86_400_000
    await stage.pass(left + HOUR / 2)
    await hold.restrict()
    await stage.pass(5)
    expect(await hold.payments()).toEqual([950])
    expect(await stage.hasAccess()).toBe(false)
  })

  test('nobody hears of it until a renewal has failed: it is paused then, and the month is charged when it is lifted', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    server.sandbox.failNext({
      how: 'error-before',
      method: 'GET',
      path: /^\/v2\/core\/accounts\//,
      times: 1000,
    })
    await hold.restrict()
    await stage.pass(32)
    expect(await stage.own()).toMatchObject({ status: 'active', pausedFrom: null })
    expect(await hold.payments()).toEqual([950])
    server.sandbox.clearFaults()
    await runPlanned(server, 'process_stripe_event')
    await runPlanned(server, 'pause_or_resume')
    expect(await stage.hasAccess()).toBe(false)
    await hold.lift()
    expect(await hold.payments()).toEqual([950, 950])
    expect(await stage.hasAccess()).toBe(true)
  })

  test('a card was declined before: the open invoice is void, and the new month is charged when it is lifted', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const { url } = await stage.ben.browser.call(billing.portal)
    await submitForm(url, { do: 'card', number: FAILS_LATER, expiry: '12/34', cvc: '123' })
    await server.settled()
    await stage.pass(32)
    expect((await stage.own()).status).toBe('past_due')
    await hold.restrict()
    expect(await stage.own()).toMatchObject({ status: 'active', hasAccess: false })
    await stage.pass(10)
    expect(await hold.payments()).toEqual([950])
  })

  test('Ben cancels after his paid month: it ends at once, and nothing is charged when Nina is back', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    await hold.restrict()
    await stage.pass(40)
    const { id } = await hold.rowOfBen()
    const canceled = await stage.ben.browser.call(billing.cancel, { params: { id } })
    expect(canceled).toMatchObject({ status: 'canceled', endedBy: 'subscriber' })
    await hold.lift()
    await stage.pass(5)
    expect(await hold.payments()).toEqual([950])
  })

  test('Ben cancels within his paid month: it ends with it', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    await hold.restrict()
    const { id, currentPeriodEnd } = await hold.rowOfBen()
    expect(await stage.ben.browser.call(billing.cancel, { params: { id } })).toMatchObject({
      status: 'active',
      endsAt: currentPeriodEnd,
    })
    await stage.pass(35)
    expect((await stage.own()).status).toBe('canceled')
    expect(await hold.payments()).toEqual([950])
  })

  test('after two months it ends, so that nobody is charged for a creator they have forgotten', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    await hold.restrict()
    await stage.pass(45)
    await stage.pass(40)
    await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
    await server.jobsDone()
    expect(await stage.own()).toMatchObject({ status: 'active' })
    await stage.pass(8)
    await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
    await server.settled()
    expect(await stage.own()).toMatchObject({ status: 'canceled', endedBy: 'creator' })
    await hold.lift()
    expect(await hold.payments()).toEqual([950])
  })
})
