// Nobody pays for silence: without premium signals Nina gets an email, then selling and renewals pause until the next.
import { expect, test } from 'vitest'
import { sweepSilentCreators } from '#server/features/billing/lifecycle/silent-creators.ts'
import { billing } from '#shared/contracts/billing.ts'
import { signals } from '#shared/contracts/signals.ts'
import { newsTo } from '#test/emails.ts'
import { refusal } from '#test/server.ts'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'

let setup: Setup
let server: Setup['server']
withCreatorAndSubscriber((one) => void ({ server } = setup = one), { isSubscribed: true })

async function pass(days: number): Promise<void> {
  // A test clock moves two months at most.
  for (let left = days; left > 0; left -= 31) await setup.pass(Math.min(left, 31))
  // Twice, as on two copies of the server.
  for (const _ of [1, 2]) await sweepSilentCreators(server.deps)
  await server.settled()
}
const post = async (isPremium: boolean) => {
  await setup.nina.browser.call(signals.post, {
    body: { content: 'Adding to ASML', signalType: 'buy', isPremium },
  })
  await server.settled()
}
const pausedFrom = async () => (await setup.own()).pausedFrom
const toNina = async () =>
  (await newsTo(server.deps, setup.nina.email)).map((subject) => subject.replace(/ on .*/, ' on …'))

test('after 60 days Nina gets an email, after 90 renewals pause, and a premium signal resumes them', async () => {
  const { nina, ben } = setup
  await pass(59)
  expect(await toNina()).toEqual([])
  await pass(2)
  expect(await toNina()).toEqual(['Your subscriptions pause on …'])
  // A free signal doesn't count, because nobody pays for it.
  await post(false)
  await pass(29)
  expect(await pausedFrom()).toBeNull()
  await pass(2)
  expect(await toNina()).toEqual(['Your subscriptions pause on …', 'Your subscriptions are paused'])
  expect(await pausedFrom()).not.toBeNull()
  expect(await newsTo(server.deps, ben.email)).toEqual([`Your subscription to ${nina.username} is paused`])
  const name = `new_${nina.username}`
  await buildPeople(server.deps, { [name]: member() })
  const newcomer = await server.signIn(name)
  const offer = () => newcomer.call(billing.offer, { params: { id: nina.id } })
  expect(await refusal(offer())).toMatchObject({
    code: 'creator_paused',
    message: expect.stringContaining('hasn’t posted a premium signal') as unknown,
  })

  await post(true)
  expect(await pausedFrom()).toBeNull()
  expect(await offer()).toMatchObject({ priceInCents: 950 })
  expect((await newsTo(server.deps, ben.email)).at(-1)).toBe(
    `Your subscription to ${nina.username} continues`,
  )
})

test('a premium signal after the warning keeps everything as it is', async () => {
  await pass(61)
  await post(true)
  await pass(31)
  expect(await toNina()).toEqual(['Your subscriptions pause on …'])
  expect(await pausedFrom()).toBeNull()
})

test('silence and payouts on hold don’t undo each other', async () => {
  const { nina } = setup
  await pass(61)
  await pass(31)
  const setPayouts = async (stripeOnboardingCompleted: boolean) => {
    await server.deps.db
      .updateTable('users')
      .set({ stripeOnboardingCompleted })
      .where('id', '=', nina.id)
      .execute()
    await server.deps.pool.query(`select graphile_worker.add_job('enqueue_pauses', $1)`, [
      JSON.stringify({ creatorId: nina.id }),
    ])
    await server.settled()
  }
  const before = await pausedFrom()
  expect(before).not.toBeNull()
  await setPayouts(false)
  await setPayouts(true)
  // Payouts work again, and Nina is still silent.
  expect(await pausedFrom()).toEqual(before)
  await setPayouts(false)
  await server.deps.db.deleteFrom('silentCreators').where('creatorId', '=', nina.id).execute()
  await server.deps.pool.query(`select graphile_worker.add_job('enqueue_pauses', $1)`, [
    JSON.stringify({ creatorId: nina.id }),
  ])
  await server.settled()
  expect(await pausedFrom()).toEqual(before)
  await setPayouts(true)
  expect(await pausedFrom()).toBeNull()
})

test('with PAUSE_SILENT_AFTER_DAYS=0 nobody is paused, and paused renewals resume', async () => {
  await pass(61)
  await pass(31)
  expect(await pausedFrom()).not.toBeNull()
  await sweepSilentCreators({ ...server.deps, config: { ...server.deps.config, pauseSilentAfterDays: 0 } })
  await server.settled()
  expect(await pausedFrom()).toBeNull()
})
