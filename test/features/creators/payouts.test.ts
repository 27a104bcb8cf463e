// Stripe pays Nina out, and her bank accepts or returns the money: what is stored, and what she is sent, each once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { syncPayout, syncRecentPayouts } from '#server/features/creators/sync-payouts.ts'
import { payoutsOf } from '#server/features/creators/store.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { studio } from '#shared/contracts/studio.ts'
import { payoutAmount } from '#shared/rules/payout-amount.ts'
import { newsTo, emails } from '#test/emails.ts'
import type { TestServer } from '#test/server.ts'
import { subscribeTo } from '#test/features/billing/billing-steps.ts'
import {
  setUpCreatorAndSubscriber,
  startServerOnTestClock,
  type Setup,
} from '#test/features/billing/creator-and-subscriber.ts'
import { deliverAll, dropAll } from '#test/features/billing/webhook-events.ts'

let server: TestServer
beforeAll(async () => void (server = await startServerOnTestClock({ webhooks: { hold: true } })))
afterAll(() => server.stop())

let setup: Setup
let account: string
beforeEach(async () => {
  setup = await setUpCreatorAndSubscriber(server)
  await subscribeTo(server, setup.ben.browser, setup.nina.id)
  await deliverAll(server)
  const { stripeAccountId } = await server.deps.db
    .selectFrom('users')
    .select('stripeAccountId')
    .where('id', '=', setup.nina.id)
    .executeTakeFirstOrThrow()
  account = stripeAccountId ?? ''
})

const stored = async () =>
  (await payoutsOf(server.deps.db, setup.nina.id, 10)).map(({ amount, currency, status, failureCode }) => [
    amount,
    currency,
    status,
    failureCode,
  ])
const mail = async () => {
  await server.jobsDone()
  return (await newsTo(server.deps, setup.nina.email)).filter((subject) => /bank/.test(subject))
}
const heard = async () => {
  const all = await setup.nina.browser.call(alerts.list, { query: { filter: 'payments' } })
  return all.filter(({ kind }) => kind === 'payout').map(({ facts }) => [facts.payouts, facts.payout])
}
const newest = async () => {
  const [payout] = await payoutsOf(server.deps.db, setup.nina.id, 1)
  return payout?.stripePayoutId ?? ''
}

test('a payout is stored, and Nina gets one email and one alert, though the webhooks come twice and in any order', async () => {
  server.sandbox.payOut(account)
  const events = server.sandbox.webhooks.pending()
  expect(events.map(({ type }) => type)).toEqual(['payout.created', 'payout.paid'])
  for (const { id } of events.toReversed()) await server.sandbox.webhooks.deliver(id)
  for (const { id } of events) await server.sandbox.webhooks.deliver(id)
  await server.jobsDone()
  expect(await stored()).toEqual([[855, 'usd', 'paid', null]])
  await Promise.all([1, 2, 3].map(async () => syncPayout(server.deps, account, await newest())))
  expect(await mail()).toEqual(['$8.55 was paid to your bank'])
  expect(await heard()).toEqual([['paid', '$8.55']])
  const { payouts } = await setup.nina.browser.call(studio.overview)
  expect(payouts).toEqual([{ amount: 855, currency: 'usd', status: 'paid', arrivesAt: expect.any(Date) }])
})

test('for a payout that the bank sends back, an email says why and what to do, and the payout stays failed', async () => {
  server.sandbox.payOut(account)
  await deliverAll(server)
  const id = await newest()
  const asPaid = await server.deps.stripe.payouts.retrieve(id, {}, { stripeAccount: account })
  server.sandbox.failPayout(id)
  await deliverAll(server)
  expect(asPaid.status).toBe('paid')
  expect(await stored()).toEqual([[855, 'usd', 'failed', 'account_closed']])
  expect(await mail()).toEqual(['$8.55 was paid to your bank', 'Your bank sent $8.55 back'])
  expect(await heard()).toEqual([
    ['failed', '$8.55'],
    ['paid', '$8.55'],
  ])
  const text = (await emails(server.deps, setup.nina.email)).at(-1)?.text
  expect(text).toContain('Your bank account has been closed.')
  expect(text).toContain('/creator-onboarding')
})

test('the sweep makes up for a lost webhook; a payout that is a week old is stored without an email', async () => {
  server.sandbox.payOut(account)
  dropAll(server)
  await syncRecentPayouts(server.deps, account)
  expect(await stored()).toEqual([[855, 'usd', 'paid', null]])
  expect(await mail()).toEqual(['$8.55 was paid to your bank'])
  await server.deps.db.deleteFrom('payouts').execute()
  await setup.pass(8)
  await syncRecentPayouts(server.deps, account)
  expect(await stored()).toHaveLength(1)
  expect(await mail()).toHaveLength(1)
})

test('events of an unknown account, and other events of connected accounts, change nothing', async () => {
  server.sandbox.payOut(account)
  await server.deps.db
    .updateTable('users')
    .set({ stripeAccountId: null })
    .where('id', '=', setup.nina.id)
    .execute()
  await deliverAll(server)
  expect(await stored()).toEqual([])
  expect(await mail()).toEqual([])
})

test.each([
  [11880, 'usd', '$118.80'],
  [12000, 'jpy', '¥12,000'],
  [1500, 'kwd', 'KWD\u00A01.500'],
  [7, 'eur', '€0.07'],
])('%i of %s is %s', (amount, currency, text) => {
  expect(payoutAmount(amount, currency)).toBe(text)
})
