// Stripe asks Nina for a document, or restricts her payout account: what stops, and who is told.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import { serverOnStage, setStage, type Stage } from './nina-and-ben.ts'
import { type OnHold, onHold } from './on-hold.ts'
import { onboard, pay, subscribeTo } from './people-who-pay.ts'

let server: TestServer
beforeAll(async () => void (server = await serverOnStage()))
afterAll(() => server.stop())

let stage: Stage
let hold: OnHold
beforeEach(async () => {
  stage = await setStage(server)
  hold = await onHold(server, stage)
})

let members = 0
/** Somebody who pays nobody yet. */
async function newMember() {
  const name = `cid_${(members += 1)}`
  await buildPeople(server.deps, { [name]: member() })
  return await server.signIn(name)
}
const account = () => stage.nina.browser.call(creators.accountStatus)

describe('Stripe asks Nina for a document', () => {
  test('nothing stops while there is time, and she is emailed once what is due and by when', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const deadline = Math.floor(server.deps.clock.now().getTime() / 1000) + 14 * 86_400
    server.sandbox.requireDocument(hold.accountId, { deadline })
    await server.settled()
    const { due, dueAt, connected } = await account()
    expect({ connected, dueAt }).toEqual({ connected: true, dueAt: new Date(deadline * 1000) })
    expect(due.length).toBeGreaterThan(0)
    expect((await stage.own()).pausedFrom).toBeNull()
    await syncPayoutAccount(server.deps, hold.accountId)
    await server.jobsDone()
    const subjects = await hold.subjectsTo(stage.nina)
    expect(subjects).toEqual([expect.stringMatching(/^Stripe needs details for your payouts by /)])
  })

  test('she provides it in time: it is due no more, and nobody hears of it again', async () => {
    server.sandbox.requireDocument(hold.accountId, { deadline: Math.floor(Date.now() / 1000) + 14 * 86_400 })
    await server.settled()
    await onboard(stage.nina.browser)
    await server.settled()
    expect(await account()).toMatchObject({ connected: true, due: [], dueAt: null })
    expect(await hold.subjectsTo(stage.nina)).toHaveLength(1)
  })
})

describe('Her payouts are on hold', () => {
  test.each([
    ['neither receive transfers nor pay out', {}],
    ['receive transfers, but not pay out', { payouts: true }],
    ['pay out, but not receive transfers', { transfers: true }],
  ])('her account can %s: she sells and posts nothing, and each is told once', async (_what, restricted) => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    await hold.restrict(Object.keys(restricted).length === 0 ? undefined : restricted)
    expect(await account()).toMatchObject({ connected: false, standing: 'restricted' })
    const post = stage.nina.browser.call(signals.post, { body: { content: 'More', signalType: 'buy' } })
    expect(await refusal(post)).toMatchObject({ code: 'onboarding_required' })
    const cid = await newMember()
    const body = { creatorId: stage.nina.id }
    expect(await refusal(cid.call(billing.create, { body }))).toMatchObject({ code: 'creator_paused' })
    const offer = cid.call(billing.offer, { params: { id: stage.nina.id } })
    expect(await refusal(offer)).toMatchObject({ code: 'creator_paused' })
    expect(await hold.subjectsTo(stage.nina)).toEqual(['Your payouts are on hold'])
    expect(await hold.subjectsTo(stage.ben)).toEqual([
      `Your subscription to ${stage.nina.username} is paused`,
    ])
  })

  test('no event arrived: the hourly look pauses what would be renewed, and resumes it', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const { id } = await hold.rowOfBen()
    const creator = (stripeOnboardingCompleted: boolean) =>
      server.deps.db
        .updateTable('users')
        .set({ stripeOnboardingCompleted })
        .where('id', '=', stage.nina.id)
        .execute()
    const sweep = () => sweepStripe(server.deps, (accountId) => syncPayoutAccount(server.deps, accountId))
    await creator(false)
    await sweep()
    await server.jobsDone()
    const paused = await server.deps.stripe.subscriptions.retrieve(
      (await hold.rowOfBen()).stripeSubscriptionId ?? '',
    )
    expect(paused).toMatchObject({ status: 'active', pause_collection: { behavior: 'void' } })
    await creator(true)
    await sweep()
    await server.jobsDone()
    expect(await hold.rowOfBen()).toMatchObject({ id, pausedFrom: null })
  })

  test('a payment that was begun and not made is taken back', async () => {
    const { clientSecret } = await stage.ben.browser.call(billing.create, {
      body: { creatorId: stage.nina.id },
    })
    await hold.restrict()
    expect((await hold.rowOfBen()).status).toBe('incomplete_expired')
    expect(await pay(stage.ben.browser, clientSecret)).toMatchObject({ status: 400 })
  })
})
