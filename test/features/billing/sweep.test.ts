// The hourly sweep: a row that fails blocks no others, and nothing is read from Stripe without need.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import type { TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { startServerOnTestClock, setUpCreatorAndSubscriber, type Setup } from './creator-and-subscriber.ts'
import { subscribeTo } from './billing-steps.ts'

const DAY_MS = 86_400_000

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let setup: Setup
let rounds = 0
/** Ben and Cid pay Nina. Cid's subscription was last checked two days ago, Ben's three. */
beforeEach(async () => {
  setup = await setUpCreatorAndSubscriber(server)
  await server.deps.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
  const cid = `cid_${(rounds += 1)}`
  await buildPeople(server.deps, { [cid]: member() })
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  await subscribeTo(server, await server.signIn(cid), setup.nina.id)
  await server.settled()
  for (const [index, { id }] of (await rows()).entries()) await setDaysSinceCheck(3 - index, id)
})

const rows = () =>
  server.deps.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('creatorId', '=', setup.nina.id)
    .orderBy('createdAt')
    .execute()
const daysAgo = (days: number) => new Date(server.deps.clock.now().getTime() - days * DAY_MS)
const setDaysSinceCheck = (days: number, id: string) =>
  server.deps.db
    .updateTable('subscriptions')
    .set({ checkedAt: daysAgo(days) })
    .where('id', '=', id)
    .execute()
const sweep = () => sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))
/** Whether each was checked just now, Ben's first. */
const areChecked = async () => (await rows()).map(({ checkedAt }) => checkedAt > daysAgo(0.5))

/** Changes an object in the sandbox's file. */
function setAtStripe(id: string, path: string, value: string | number): void {
  const file = new DatabaseSync(join(server.deps.config.dataDir, 'stripe-sandbox.sqlite'))
  file.prepare('update objects set json = json_set(json, ?, ?) where id = ?').run(path, value, id)
  file.close()
}

test('a subscription with an unknown status waits for a day, and the next one is synced', async () => {
  const before = await rows()
  const [ofBen] = before
  setAtStripe(ofBen?.stripeSubscriptionId ?? '', '$.status', 'hibernating')
  await sweep()
  expect(await areChecked()).toEqual([true, true])
  expect((await rows()).map(({ status }) => status)).toEqual(['active', 'active'])
  expect((await rows()).map(({ revision }, index) => revision === before[index]?.revision)).toEqual([
    true,
    false,
  ])
})

test('a subscription that Stripe does not know waits for a day, unchanged', async () => {
  const [ofBen] = await rows()
  await server.deps.db
    .updateTable('subscriptions')
    .set({ stripeSubscriptionId: `sub_gone_${rounds}` })
    .where('id', '=', ofBen?.id ?? '')
    .execute()
  await sweep()
  expect(await areChecked()).toEqual([true, true])
  expect((await rows())[0]).toMatchObject({ status: 'active', revision: ofBen?.revision })
})

test('a subscription without an answer from Stripe is synced in the next round', async () => {
  const [ofBen] = await rows()
  const path = new RegExp(`^/v1/subscriptions/${ofBen?.stripeSubscriptionId}$`)
  server.sandbox.failNext({ how: 'error-before', method: 'GET', path, times: 2 })
  await sweep()
  expect(await areChecked()).toEqual([false, true])
  await sweep()
  expect(await areChecked()).toEqual([true, true])
})

test('a subscription near or past the end of its period is synced before a day is over', async () => {
  const [ofBen, ofCid] = await rows()
  const HOUR = 1 / 24
  const set = async (id: string | undefined, periodEndsInHours: number, checkedHoursAgo: number) => {
    const currentPeriodEnd = daysAgo(-periodEndsInHours * HOUR)
    const checkedAt = daysAgo(checkedHoursAgo * HOUR)
    await server.deps.db
      .updateTable('subscriptions')
      .set({ currentPeriodEnd, checkedAt })
      .where('id', '=', id ?? '')
      .execute()
  }
  const areSynced = async () =>
    (await rows()).map(({ revision }, index) => revision !== [ofBen, ofCid][index]?.revision)
  await set(ofBen?.id, 2.1, 1.9)
  await set(ofCid?.id, -2.1, 0.9)
  await sweep()
  expect(await areSynced()).toEqual([false, false])
  await set(ofBen?.id, 1.9, 1.1)
  await sweep()
  expect(await areSynced()).toEqual([true, false])
  await set(ofCid?.id, -2.1, 1.1)
  await sweep()
  expect(await areSynced()).toEqual([true, true])
})

test('a payout account that fails blocks no others', async () => {
  const { db } = server.deps
  await db
    .updateTable('users')
    .set({ payoutsCheckedAt: daysAgo(2) })
    .where('id', '=', setup.nina.id)
    .execute()
  await sweepStripe(server.deps, async () => {
    throw new TypeError('an unexpected error')
  })
  const { payoutsCheckedAt } = await db
    .selectFrom('users')
    .select('payoutsCheckedAt')
    .where('id', '=', setup.nina.id)
    .executeTakeFirstOrThrow()
  expect(payoutsCheckedAt > daysAgo(0.5)).toBe(true)
  expect(await areChecked()).toEqual([true, true])
})

test('payments are read one by one only if something has happened to them', async () => {
  const [ofBen, ofCid] = await rows()
  const paymentOf = async (row: typeof ofBen) =>
    await server.deps.db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', row?.id ?? '')
      .executeTakeFirstOrThrow()
  const requested: string[] = []
  const record = ({ path }: { path: string }) =>
    void (path.includes('/payment_intents/') && requested.push(path))
  server.deps.stripe.on('request', record)
  await server.deps.db
    .updateTable('creatorPlans')
    .set({ checkedAt: daysAgo(2) })
    .execute()
  await sweep()
  expect(requested).toEqual([])

  server.deps.stripe.off('request', record)
  const { stripeChargeId, stripePaymentIntentId } = await paymentOf(ofCid)
  await server.deps.stripe.refunds.create({ charge: stripeChargeId, amount: 300 })
  await server.settled()
  // As if the refund's webhook had been lost, although Stripe believes that it arrived.
  await server.deps.db
    .updateTable('payments')
    .set({ refundedInCents: 0 })
    .where('stripeChargeId', '=', stripeChargeId)
    .execute()
  server.deps.stripe.on('request', record)
  for (const row of [ofBen, ofCid]) await setDaysSinceCheck(2, row?.id ?? '')
  await sweep()
  server.deps.stripe.off('request', record)
  expect(requested).toEqual([expect.stringContaining(stripePaymentIntentId)])
  expect(await paymentOf(ofCid)).toMatchObject({ refundedInCents: 300 })
  expect(await paymentOf(ofBen)).toMatchObject({ refundedInCents: 0 })
})
