// What deleting an account means for subscriptions, Creator Mode and payments.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deletion } from '#shared/contracts/deletion.ts'
import { subscribeTo } from '#test/features/billing/billing-steps.ts'
import {
  setUpCreatorAndSubscriber,
  type Setup,
  startServerOnTestClock,
} from '#test/features/billing/creator-and-subscriber.ts'
import { emails, newsTo } from '#test/emails.ts'
import type { TestServer } from '#test/server.ts'
import { removeWhoeverIsDue, requestDeletion, sees } from './deletion-steps.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock()))
afterAll(() => server.stop())

let setup: Setup
beforeEach(async () => {
  setup = await setUpCreatorAndSubscriber(server)
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
})

const subscriptionOf = (stripeSubscriptionId: string) =>
  server.deps.stripe.subscriptions.retrieve(stripeSubscriptionId)
const rows = () =>
  server.deps.db
    .selectFrom('subscriptions as s')
    .innerJoin('users as payer', 'payer.id', 's.subscriberId')
    .innerJoin('users as paid', 'paid.id', 's.creatorId')
    .leftJoin('payments as p', 'p.subscriptionId', 's.id')
    .select(['s.status', 's.stripeSubscriptionId', 'payer.displayName as payer', 'paid.displayName as paid'])
    .select(['p.amountInCents', 'p.refundedInCents', 'p.transferredInCents', 'p.reversedInCents'])
    .where((eb) => eb.or([eb('s.id', '=', subscriptionId), eb('p.subscriptionId', '=', subscriptionId)]))
    .orderBy('p.paidAt')
    .execute()
let subscriptionId: string
beforeEach(async () => void (subscriptionId = (await setup.own()).id))
const subjects = async (address: string) => await newsTo(server.deps, address)

test('subscribers of a leaving creator aren’t charged, and get their running month back', async () => {
  const { nina, ben, pass } = setup
  await requestDeletion(nina.browser, nina.username)
  await server.settled()
  expect(await sees(ben.browser, nina.id)).toBe(false)
  const [before] = await rows()
  const stripeId = before?.stripeSubscriptionId ?? ''
  expect((await subscriptionOf(stripeId)).pause_collection).toMatchObject({ behavior: 'void' })
  expect(await subjects(ben.email)).toEqual([`${nina.username} is leaving Signalpost`])
  await pass(14.5)
  await removeWhoeverIsDue(server)
  expect((await subscriptionOf(stripeId)).status).toBe('canceled')
  expect(await rows()).toMatchObject([
    {
      status: 'canceled',
      paid: 'Former member',
      amountInCents: 950,
      refundedInCents: 950,
      reversedInCents: 950,
    },
  ])
  expect(await subjects(ben.email)).toEqual([
    `${nina.username} is leaving Signalpost`,
    'A subscription of yours has ended',
  ])
  const last = (await emails(server.deps, ben.email)).at(-1)
  expect(last?.text).toContain('We refunded $9.50')
  expect(last?.text).not.toContain(nina.username)
  const plans = await server.deps.db
    .selectFrom('creatorPlans as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select('p.status')
    .where('u.isFormer', '=', true)
    .execute()
  expect(plans).toContainEqual({ status: 'canceled' })
})

test('if the creator stays, renewals continue', async () => {
  const { nina, pass } = setup
  await requestDeletion(nina.browser, nina.username)
  await server.settled()
  await pass(5)
  await nina.browser.call(deletion.undo)
  await server.settled()
  const [row] = await rows()
  expect((await subscriptionOf(row?.stripeSubscriptionId ?? '')).pause_collection).toBeNull()
  expect(await setup.hasAccess()).toBe(true)
  expect(await subjects(setup.ben.email)).toEqual([
    `${nina.username} is leaving Signalpost`,
    `Your subscription to ${nina.username} continues`,
  ])
})

test('a leaving subscriber gets back what was charged after the request, and only that', async () => {
  const { ben, nina, pass } = setup
  await pass(25)
  await requestDeletion(ben.browser, ben.username)
  await pass(10)
  expect(await rows()).toHaveLength(2)
  await pass(5)
  await removeWhoeverIsDue(server)
  expect(await rows()).toMatchObject([
    { status: 'canceled', payer: 'Former member', amountInCents: 950, refundedInCents: 0 },
    { status: 'canceled', payer: 'Former member', amountInCents: 950, refundedInCents: 950 },
  ])
  nina.signInAgain()
  expect(await sees(nina.browser, nina.id)).toBe(true)
})

test('the customer at Stripe is deleted, which keeps the charges', async () => {
  const { ben, pass } = setup
  const { stripeCustomerId } = await server.deps.db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', ben.id)
    .executeTakeFirstOrThrow()
  await requestDeletion(ben.browser, ben.username)
  await pass(14.5)
  await removeWhoeverIsDue(server)
  const customer = await server.deps.stripe.customers.retrieve(stripeCustomerId ?? '')
  expect(customer.deleted).toBe(true)
})
