// Nina has canceled her creator plan: she sells no month that she would not serve.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import {
  startServerOnTestClock,
  setUpCreatorAndSubscriber,
  type Setup,
} from '#test/features/billing/creator-and-subscriber.ts'
import { type PayoutHold, payoutHold } from '#test/features/billing/payout-hold.ts'
import { buyPlan, subscribeTo } from '#test/features/billing/people-who-pay.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let setup: Setup
let hold: PayoutHold
beforeEach(async () => {
  setup = await setUpCreatorAndSubscriber(server)
  hold = await payoutHold(server, setup)
})

describe('Nina has canceled her plan', () => {
  test('she sells no new month, and does again when she keeps it; Ben, who paid before, may undo his cancel', async () => {
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

  test('she begins another one after it ended: she sells again', async () => {
    await setup.nina.browser.call(creators.cancelPlan)
    await setup.pass(40)
    await buyPlan(server, setup.nina.browser)
    const offer = setup.ben.browser.call(billing.offer, { params: { id: setup.nina.id } })
    expect(await offer).toMatchObject({ priceInCents: 950 })
  })
})
