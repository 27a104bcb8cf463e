// A creator has gone and many pay: everybody's subscription ends, also when a call fails, or nobody was told to end them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueCancellationsOf } from '#server/features/billing/enqueue-renewal-changes.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import type { TestServer } from '#test/server.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import {
  startServerOnTestClock,
  setUpCreatorAndSubscriber,
  type Setup,
} from '#test/features/billing/creator-and-subscriber.ts'
import { runScheduled, subscribeTo, cancelPlanAtStripe } from '#test/features/billing/people-who-pay.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let setup: Setup
let rounds = 0
/** Ben, Cid and Dot pay Nina, in this order. */
beforeEach(async () => {
  setup = await setUpCreatorAndSubscriber(server)
  const names = [`cid_${(rounds += 1)}`, `dot_${rounds}`]
  await buildPeople(server.deps, Object.fromEntries(names.map((name) => [name, member()])))
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  for (const name of names) await subscribeTo(server, await server.signIn(name), setup.nina.id)
})

const rows = () =>
  server.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('creatorId', '=', setup.nina.id)
    .orderBy('createdAt')
    .execute()
const ends = async () => (await rows()).map(({ endsAt, endedBy }) => (endsAt === null ? 'goes on' : endedBy))
const creatorModeIs = async (isCreator: boolean) =>
  await server.deps.db.updateTable('users').set({ isCreator }).where('id', '=', setup.nina.id).execute()
const toUpdate = { method: 'POST', path: /^\/v1\/subscriptions\/sub_/ }

test('one that can’t be ended now keeps none of the others, and the next try ends it too', async () => {
  await creatorModeIs(false)
  const [, second] = await rows()
  const path = new RegExp(`^/v1/subscriptions/${second?.stripeSubscriptionId}$`)
  // Asked once more by Stripe's own SDK.
  server.sandbox.failNext({ how: 'error-before', method: 'POST', path, times: 2 })
  await enqueueCancellationsOf(server.deps, setup.nina.id)
  await server.jobsDone()
  expect(await ends()).toEqual(['creator', 'goes on', 'creator'])
  await runScheduled(server, 'cancel_subscription')
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('Stripe is away when the plan ends: the queue tries until all have ended', async () => {
  server.sandbox.failNext({ how: 'rate-limit', ...toUpdate, times: 4 })
  await cancelPlanAtStripe(server, setup.nina.id)
  await server.settled()
  for (let tries = 0; tries < 3; tries += 1) await runScheduled(server, 'cancel_subscription')
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('nobody was told to end them: the hourly look finds out', async () => {
  await creatorModeIs(false)
  await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
  await server.jobsDone()
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('a subscriber who was quicker keeps an end of their own', async () => {
  const [first] = await rows()
  await server.deps.stripe.subscriptions.update(first?.stripeSubscriptionId ?? '', {
    cancel_at_period_end: true,
  })
  await creatorModeIs(false)
  await enqueueCancellationsOf(server.deps, setup.nina.id)
  await server.jobsDone()
  expect(await ends()).toEqual(['subscriber', 'creator', 'creator'])
})
