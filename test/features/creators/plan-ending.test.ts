// Nina has canceled her creator plan: she sells no month that she would not serve.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { refusal, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import { serverOnStage, setStage, type Stage } from '#test/features/billing/nina-and-ben.ts'
import { type OnHold, onHold } from '#test/features/billing/on-hold.ts'
import { buyPlan, subscribeTo } from '#test/features/billing/people-who-pay.ts'

let server: TestServer
beforeAll(async () => void (server = await serverOnStage()))
afterAll(() => server.stop())

let stage: Stage
let hold: OnHold
beforeEach(async () => {
  stage = await setStage(server)
  hold = await onHold(server, stage)
})

describe('Nina has canceled her plan', () => {
  test('she sells no new month, and does again when she keeps it; Ben, who paid before, may undo his cancel', async () => {
    await subscribeTo(server, stage.ben.browser, stage.nina.id)
    const { id } = await hold.rowOfBen()
    await buildPeople(server.deps, { cid: member() })
    const cid = await server.signIn('cid')
    const offer = () => cid.call(billing.offer, { params: { id: stage.nina.id } })
    const plan = await stage.nina.browser.call(creators.cancelPlan)
    const day = plan.endsAt?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' } as object)
    expect(await refusal(offer())).toMatchObject({
      code: 'creator_ending',
      message: expect.stringContaining(`stops on ${day}`),
    })
    expect(await refusal(cid.call(billing.create, { body: { creatorId: stage.nina.id } }))).toMatchObject({
      code: 'creator_ending',
    })
    await stage.ben.browser.call(billing.cancel, { params: { id } })
    expect(await stage.ben.browser.call(billing.resume, { params: { id } })).toMatchObject({ endsAt: null })
    await stage.nina.browser.call(creators.resumePlan)
    expect(await offer()).toMatchObject({ priceInCents: 950 })
  })

  test('she begins another one after it ended: she sells again', async () => {
    await stage.nina.browser.call(creators.cancelPlan)
    await stage.pass(40)
    await buyPlan(server, stage.nina.browser)
    const offer = stage.ben.browser.call(billing.offer, { params: { id: stage.nina.id } })
    expect(await offer).toMatchObject({ priceInCents: 950 })
  })
})
