// Stripe asks Nina for a document, or restricts her payout account: what stops, and who gets an email.
import { describe, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { refusal } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { type PayoutHoldContext, withPayoutHold } from './payout-hold.ts'
import { onboard, pay, subscribeTo } from './billing-steps.ts'

let { server, setup, hold } = {} as PayoutHoldContext
withPayoutHold((context) => void ({ server, setup, hold } = context))

let members = 0
/** A member who pays nobody yet. */
async function newMember() {
  const name = `cid_${(members += 1)}`
  await buildPeople(server.deps, { [name]: member() })
  return await server.signIn(name)
}
const account = () => setup.nina.browser.call(creators.accountStatus)

describe('Stripe asks Nina for a document', () => {
  test('nothing stops before the deadline, and one email tells her what is due and by when', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const deadline = Math.floor(server.deps.clock.now().getTime() / 1000) + 14 * 86_400
    server.sandbox.requireDocument(hold.accountId, { deadline })
    await server.settled()
    const { due, dueAt, connected } = await account()
    expect({ connected, dueAt }).toEqual({ connected: true, dueAt: new Date(deadline * 1000) })
    expect(due.length).toBeGreaterThan(0)
    expect((await setup.own()).pausedFrom).toBeNull()
    await syncPayoutAccount(server.deps, hold.accountId)
    await server.jobsDone()
    const subjects = await hold.subjectsTo(setup.nina)
    expect(subjects).toEqual([expect.stringMatching(/^Stripe needs details for your payouts by /)])
  })

  test('a document in time ends it without another email', async () => {
    server.sandbox.requireDocument(hold.accountId, { deadline: Math.floor(Date.now() / 1000) + 14 * 86_400 })
    await server.settled()
    await onboard(setup.nina.browser)
    await server.settled()
    expect(await account()).toMatchObject({ connected: true, due: [], dueAt: null })
    expect(await hold.subjectsTo(setup.nina)).toHaveLength(1)
  })
})

describe('While Nina’s payouts are on hold', () => {
  test.each([
    ['neither receive transfers nor pay out', {}],
    ['receive transfers, but not pay out', { payouts: true }],
    ['pay out, but not receive transfers', { transfers: true }],
  ])(
    'she can’t sell or post if her account can %s, and she and Ben get one email each',
    async (_what, restricted) => {
      await subscribeTo(server, setup.ben.browser, setup.nina.id)
      await hold.restrict(Object.keys(restricted).length === 0 ? undefined : restricted)
      expect(await account()).toMatchObject({ connected: false, standing: 'restricted' })
      const post = setup.nina.browser.call(signals.post, { body: { content: 'More', signalType: 'buy' } })
      expect(await refusal(post)).toMatchObject({ code: 'onboarding_required' })
      const cid = await newMember()
      const body = { creatorId: setup.nina.id }
      expect(await refusal(cid.call(billing.create, { body }))).toMatchObject({ code: 'creator_paused' })
      const offer = cid.call(billing.offer, { params: { id: setup.nina.id } })
      expect(await refusal(offer)).toMatchObject({ code: 'creator_paused' })
      expect(await hold.subjectsTo(setup.nina)).toEqual(['Your payouts are on hold'])
      expect(await hold.subjectsTo(setup.ben)).toEqual([
        `Your subscription to ${setup.nina.username} is paused`,
      ])
    },
  )

  test('the hourly sweep pauses and resumes subscriptions without any event', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const { id } = await hold.rowOfBen()
    const creator = (stripeOnboardingCompleted: boolean) =>
      server.deps.db
        .updateTable('users')
        .set({ stripeOnboardingCompleted })
        .where('id', '=', setup.nina.id)
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

  test('an unpaid payment attempt is voided', async () => {
    const { clientSecret } = await setup.ben.browser.call(billing.create, {
      body: { creatorId: setup.nina.id },
    })
    await hold.restrict()
    expect((await hold.rowOfBen()).status).toBe('incomplete_expired')
    expect(await pay(setup.ben.browser, clientSecret)).toMatchObject({ status: 400 })
  })
})
