// A creator leaves: the plan ends or is unpaid, or the payout account is closed; what subscribers see, and coming back.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueCancellationsOf } from '#server/features/billing/sync/enqueue-renewal-changes.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { mailFolder } from '#server/adapters/mail.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import {
  startServerOnTestClock,
  setUpCreatorAndSubscriber,
  type Setup,
} from '#test/features/billing/creator-and-subscriber.ts'
import {
  buyPlan,
  onboard,
  pay,
  runScheduled,
  subscribeTo,
  VISA,
  cancelPlanAtStripe,
} from '#test/features/billing/billing-steps.ts'

const FAILS_LATER = '4000000000000341'
const HOUR = 1 / 24

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let { nina, ben, pass, own, hasAccess } = {} as Setup
beforeEach(async () => void ({ nina, ben, pass, own, hasAccess } = await setUpCreatorAndSubscriber(server)))

/** Ben's emails about Nina's leaving, each with subject and text. */
async function emailsToBen(): Promise<string[]> {
  const folder = mailFolder(server.deps.config.dataDir)
  const all = await Promise.all(
    (await readdir(folder).catch(() => [])).map((name) => readFile(join(folder, name), 'utf8')),
  )
  return all.filter((email) => email.includes(ben.email) && email.includes('no longer offers'))
}
const tryToPost = async () => {
  const body = { content: 'Still here', signalType: 'comment', isPremium: true } as const
  return await nina.browser.call(signals.post, { body }).then(
    () => 'posted',
    (error: { problem: { code: string } }) => error.problem.code,
  )
}
const refusalToSubscribe = () => refusal(ben.browser.call(billing.create, { body: { creatorId: nina.id } }))
const refusalToResume = async () => {
  const { id } = await own()
  return await refusal(ben.browser.call(billing.resume, { params: { id } }))
}
/** Submits a form on the person's page of the billing portal. */
async function inPortal({ browser }: { browser: Setup['ben']['browser'] }, form: Record<string, string>) {
  const { url } = await browser.call(billing.portal)
  await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  await server.settled()
}
const changeCard = (number: string) => ({ do: 'card', number, expiry: '12/34', cvc: '123' })

/** Ben's subscription ends with its period, he got one email, and he has access until then. */
async function expectBenCanceledOnce(): Promise<void> {
  expect(await own()).toMatchObject({ status: 'active', endedBy: 'creator' })
  expect((await own()).endsAt).toEqual((await own()).currentPeriodEnd)
  expect(await hasAccess()).toBe(true)
  const emails = await emailsToBen()
  expect(emails).toHaveLength(1)
  expect(emails[0]).toContain('no longer offers subscriptions')
  expect(emails[0]).toContain('You won’t be charged again')
  // Jobs and sweeps may repeat it.
  await enqueueCancellationsOf(server.deps, nina.id)
  await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
  await server.settled()
  expect(await emailsToBen()).toHaveLength(1)
}

describe('After the plan is canceled', () => {
  // @spec-4.31
  test('nothing changes until its end; then Nina can’t post or sell, and Ben’s month is his last', async () => {
    await pass(15)
    await subscribeTo(server, ben.browser, nina.id)
    await nina.browser.call(creators.cancelPlan)
    expect(await tryToPost()).toBe('posted')
    expect(await own()).toMatchObject({ endsAt: null })
    await pass(17)
    expect(await nina.browser.call(creators.status)).toEqual({ isCreator: false })
    expect(await tryToPost()).toBe('creator_mode_required')
    await expectBenCanceledOnce()
    expect(await refusalToResume()).toMatchObject({ status: 409, code: 'creator_not_available' })
    expect(await refusalToSubscribe()).toMatchObject({ status: 409, code: 'creator_not_available' })
    await pass(15)
    expect(await own()).toMatchObject({ status: 'canceled', endedBy: 'creator' })
    expect(await hasAccess()).toBe(false)
  })

  // @spec-7.38
  test('nothing happens if Nina resumes it', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await nina.browser.call(creators.cancelPlan)
    await nina.browser.call(creators.resumePlan)
    await pass(31 + 2 * HOUR)
    expect(await nina.browser.call(creators.status)).toEqual({ isCreator: true })
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
    expect(await emailsToBen()).toEqual([])
  })

  test('Ben can resume if Nina comes back within his month, and gets another email only if she leaves again', async () => {
    await pass(15)
    await subscribeTo(server, ben.browser, nina.id)
    await endPlanNow()
    await expectBenCanceledOnce()
    await buyPlan(server, nina.browser)
    expect(await tryToPost()).toBe('posted')
    expect(await nina.browser.call(creators.accountStatus)).toMatchObject({ connected: true })
    const resumed = await ben.browser.call(billing.resume, { params: { id: (await own()).id } })
    expect(resumed).toMatchObject({ endsAt: null, endedBy: null })
    await pass(16)
    await server.settled()
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
    await endPlanNow()
    expect(await emailsToBen()).toHaveLength(2)
  })

  test('subscriptions continue if Nina is back before the jobs run', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await server.deps.db.updateTable('users').set({ isCreator: false }).where('id', '=', nina.id).execute()
    await server.deps.db.updateTable('users').set({ isCreator: true }).where('id', '=', nina.id).execute()
    await enqueueCancellationsOf(server.deps, nina.id)
    await server.jobsDone()
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
  })

  test('a payment that Ben has started is voided, and he is not charged', async () => {
    const { clientSecret } = await ben.browser.call(billing.create, { body: { creatorId: nina.id } })
    await endPlanNow()
    expect(await pay(ben.browser, clientSecret)).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    })
    expect(await emailsToBen()).toEqual([])
  })

  test('an undo in the portal, which doesn’t know that the creator left, is canceled again', async () => {
    await subscribeTo(server, ben.browser, nina.id)
    await endPlanNow()
    const { stripeSubscriptionId } = await server.deps.db
      .selectFrom('subscriptions')
      .select('stripeSubscriptionId')
      .where('subscriberId', '=', ben.id)
      .executeTakeFirstOrThrow()
    await inPortal(ben, { do: 'keep', subscription: stripeSubscriptionId ?? '' })
    expect(await own()).toMatchObject({ status: 'active', endedBy: 'creator' })
    expect((await own()).endsAt).not.toBeNull()
  })

  async function endPlanNow(): Promise<void> {
    await cancelPlanAtStripe(server, nina.id)
    await server.settled()
  }
})

describe('While the plan is unpaid', () => {
  test('Nina has a week of grace; then Creator Mode ends until she pays', async () => {
    await pass(5)
    await subscribeTo(server, ben.browser, nina.id)
    await inPortal(nina, changeCard(FAILS_LATER))
    await pass(26 + 2 * HOUR)
    expect(await nina.browser.call(creators.plan)).toMatchObject({ status: 'past_due' })
    expect(await nina.browser.call(creators.status)).toEqual({ isCreator: true })
    expect(await tryToPost()).toBe('posted')
    expect(await refusal(nina.browser.call(creators.startPlan))).toMatchObject({ code: 'already_a_creator' })
    await pass(4)
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
    await pass(3)
    await runScheduled(server, 'end_grace_period')
    expect(await nina.browser.call(creators.status)).toEqual({ isCreator: false })
    expect(await tryToPost()).toBe('creator_mode_required')
    expect(await refusal(nina.browser.call(creators.startPlan))).toMatchObject({ code: 'payment_due' })
    await expectBenCanceledOnce()
    expect(await refusalToResume()).toMatchObject({ code: 'creator_not_available' })

    await inPortal(nina, changeCard(VISA))
    const { url } = await nina.browser.call(billing.portal)
    await submitForm(url)
    await server.settled()
    expect(await nina.browser.call(creators.status)).toEqual({ isCreator: true })
    expect(await nina.browser.call(creators.plan)).toMatchObject({ status: 'active', graceEndsAt: null })
    await ben.browser.call(billing.resume, { params: { id: (await own()).id } })
    expect(await own()).toMatchObject({ endsAt: null })
  })
})

describe('After the payout account is closed', () => {
  test('subscriptions that pay into it end, and a resumed one pays into Nina’s new account', async () => {
    const { stripe, db } = server.deps
    await subscribeTo(server, ben.browser, nina.id)
    const account = async () =>
      (await db.selectFrom('users').selectAll().where('id', '=', nina.id).executeTakeFirstOrThrow())
        .stripeAccountId
    const old = await account()
    await stripe.v2.core.accounts.close(old ?? '', { applied_configurations: ['recipient'] })
    await server.settled()
    expect(await nina.browser.call(creators.accountStatus)).toEqual({
      connected: false,
      accountId: null,
      standing: 'none',
      due: [],
      dueAt: null,
      onHold: false,
    })
    expect(await tryToPost()).toBe('onboarding_required')
    expect(await refusalToSubscribe()).toMatchObject({ code: 'creator_not_available' })
    expect(await refusalToResume()).toMatchObject({ code: 'creator_not_available' })
    await expectBenCanceledOnce()

    await onboard(nina.browser)
    await server.settled()
    expect(await nina.browser.call(creators.accountStatus)).toMatchObject({ connected: true })
    expect(await account()).not.toBe(old)
    await ben.browser.call(billing.resume, { params: { id: (await own()).id } })
    await pass(31 + 2 * HOUR)
    expect(await own()).toMatchObject({ status: 'active', endsAt: null })
    const { data } = await stripe.transfers.list({ destination: (await account()) ?? '' })
    expect(data).toMatchObject([{ amount: 950 }])
    expect((await nina.browser.call(creators.revenue)).nextPayout).toEqual({ amountInCents: 855 })
  })
})
