// Nina has canceled her creator plan, so she sells no month that she would not serve.
import { describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refusal } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { type PayoutHoldContext, withPayoutHold } from '#test/features/billing/payout-hold.ts'
import { buyPlan, subscribeTo } from '#test/features/billing/billing-steps.ts'

let { server, setup, hold } = {} as PayoutHoldContext
withPayoutHold((context) => void ({ server, setup, hold } = context))

describe('After Nina cancels her plan', () => {
  test('she can’t sell until she resumes it, and Ben, who paid before, can still undo his cancellation', async () => {
    await subscribeTo(server, setup.ben.browser, setup.nina.id)
    const { id } = await hold.rowOfBen()
    await buildPeople(server.deps, { cid: member() })
    const cid = await server.signIn('cid')
    const offer = () => cid.call(billing.offer, { params: { id: setup.nina.id } })
    const plan = await setup.nina.browser.call(creators.cancelPlan)
    const day = plan.endsAt?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' } as object)
    expect(await refusal(offer())).toMatchObject({
      code: 'creator_ending',
      message: expect.stringContaining(`stops on ${day}`),
    })
    expect(await refusal(cid.call(billing.create, { body: { creatorId: setup.nina.id } }))).toMatchObject({
      code: 'creator_ending',
    })
    await setup.ben.browser.call(billing.cancel, { params: { id } })
    expect(await setup.ben.browser.call(billing.resume, { params: { id } })).toMatchObject({ endsAt: null })
    await setup.nina.browser.call(creators.resumePlan)
    expect(await offer()).toMatchObject({ priceInCents: 950 })
  })

  test('a new plan lets her sell again', async () => {
    await setup.nina.browser.call(creators.cancelPlan)
    await setup.pass(40)
    await buyPlan(server, setup.nina.browser)
    const offer = setup.ben.browser.call(billing.offer, { params: { id: setup.nina.id } })
    expect(await offer).toMatchObject({ priceInCents: 950 })
  })
})
