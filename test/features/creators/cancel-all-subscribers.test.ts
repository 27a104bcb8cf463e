// A creator leaves while several people pay: every subscription ends, even if a call fails or a job is missing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enqueueCancellationsOf } from '#server/features/billing/sync/enqueue-renewal-changes.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import type { TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import {
  startServerOnTestClock,
  setUpCreatorAndSubscriber,
  type Setup,
} from '#test/features/billing/creator-and-subscriber.ts'
import { runScheduled, subscribeTo, cancelPlanAtStripe } from '#test/features/billing/billing-steps.ts'

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
const ends = async () => (await rows()).map(({ endsAt, endedBy }) => (endsAt === null ? 'renews' : endedBy))
const setCreatorMode = async (isCreator: boolean) =>
  await server.deps.db.updateTable('users').set({ isCreator }).where('id', '=', setup.nina.id).execute()
const toUpdate = { method: 'POST', path: /^\/v1\/subscriptions\/sub_/ }

test('a cancellation that fails blocks no others, and the retry succeeds', async () => {
  await setCreatorMode(false)
  const [, second] = await rows()
  const path = new RegExp(`^/v1/subscriptions/${second?.stripeSubscriptionId}$`)
  // The SDK retries once.
  server.sandbox.failNext({ how: 'error-before', method: 'POST', path, times: 2 })
  await enqueueCancellationsOf(server.deps, setup.nina.id)
  await server.jobsDone()
  expect(await ends()).toEqual(['creator', 'renews', 'creator'])
  await runScheduled(server, 'cancel_subscription')
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('the queue retries until every subscription is canceled if Stripe is unavailable', async () => {
  server.sandbox.failNext({ how: 'rate-limit', ...toUpdate, times: 4 })
  await cancelPlanAtStripe(server, setup.nina.id)
  await server.settled()
  for (let tries = 0; tries < 3; tries += 1) await runScheduled(server, 'cancel_subscription')
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('the hourly sweep cancels subscriptions without a job', async () => {
  await setCreatorMode(false)
  await sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
  await server.jobsDone()
  expect(await ends()).toEqual(['creator', 'creator', 'creator'])
})

test('a subscriber who cancels first stays the one who canceled', async () => {
  const [first] = await rows()
  await server.deps.stripe.subscriptions.update(first?.stripeSubscriptionId ?? '', {
    cancel_at_period_end: true,
  })
  await setCreatorMode(false)
  await enqueueCancellationsOf(server.deps, setup.nina.id)
  await server.jobsDone()
  expect(await ends()).toEqual(['subscriber', 'creator', 'creator'])
})
