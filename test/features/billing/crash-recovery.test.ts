// Killed between the row and the call, or between the call and the row: what is found afterwards is gone on with.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundPayment } from '#server/features/billing/refund.ts'
import { syncBillingRecord } from '#server/features/billing/sync-billing-record.ts'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#demo/build-people.ts'
import { paidOnce } from './fault-table.ts'
import { becomeCreator, clockOfTests, onTestClock, pay, subscribeTo } from './people-who-pay.ts'

const clock = clockOfTests()
let server: TestServer
let ninaId: string
beforeAll(async () => {
  server = await startServer({ clock })
  const { nina } = await buildPeople(server.deps, { nina: member() })
  ninaId = nina.id
  await becomeCreator(server, await server.signIn('nina'))
})
afterAll(() => server.stop())

let guests = 0
async function guest(blueprint = member()): Promise<Person & { browser: Browser }> {
  const name = `guest_${(guests += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: blueprint })
  if (!person) throw new Error('Nobody came')
  return { ...person, browser: await server.signIn(name) }
}
const subscribe = ({ browser }: { browser: Browser }) =>
  browser.call(billing.create, { body: { creatorId: ninaId } })
const rowsOf = ({ id }: Person) =>
  server.deps.db.selectFrom('subscriptions').selectAll().where('subscriberId', '=', id).execute()
const userOf = ({ id }: Person) =>
  server.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sweep = () => sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))

/** The row as it stood before Stripe was asked, with the terms of a subscriber who came the ordinary way. */
async function onlyTheRow(person: Person): Promise<string> {
  const { db } = server.deps
  const model = await subscribe(await guest())
  expect(model.clientSecret).toBeTruthy()
  const [{ id: _, ...terms } = { id: '' }] = await db
    .selectFrom('subscriptions')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .limit(1)
    .execute()
  const id = clock.newId()
  const row = { ...terms, id, subscriberId: person.id, stripeSubscriptionId: null, revision: 0 }
  await db
    .insertInto('subscriptions')
    .values(row as never)
    .execute()
  return id
}
/** As if the answer of Stripe had never been written down. */
const forgetAnswer = async (person: Person) => {
  await server.settled()
  await server.deps.db
    .updateTable('subscriptions')
    .set({ stripeSubscriptionId: null, revision: 0 })
    .where('subscriberId', '=', person.id)
    .execute()
}

test('Stripe was never asked: coming again asks it, for the same row', async () => {
  const ben = await guest()
  const id = await onlyTheRow(ben)
  const { clientSecret } = await subscribe(ben)
  await pay(ben.browser, clientSecret)
  await server.settled()
  await paidOnce(server, ben)
  expect(await rowsOf(ben)).toMatchObject([{ id, status: 'active' }])
})

test('Stripe answered and nobody wrote it down: coming again gets the same answer', async () => {
  const ben = await guest()
  const { clientSecret } = await subscribe(ben)
  await forgetAnswer(ben)
  expect((await subscribe(ben)).clientSecret).toBe(clientSecret)
  await pay(ben.browser, clientSecret)
  await server.settled()
  await paidOnce(server, ben)
})

test('the same, and the letter about it comes before anybody comes again', async () => {
  const ben = await guest()
  const { clientSecret } = await subscribe(ben)
  const [before] = await rowsOf(ben)
  await forgetAnswer(ben)
  await syncBillingRecord(server.deps, before?.stripeSubscriptionId ?? '')
  expect(await rowsOf(ben)).toMatchObject([
    { stripeSubscriptionId: before?.stripeSubscriptionId, status: 'incomplete' },
  ])
  expect((await subscribe(ben)).clientSecret).toBe(clientSecret)
})

test('the price has changed before anybody comes again: another is begun at the new one, and nobody can pay the old', async () => {
  const nina = await server.signIn('nina')
  const [ben, cid] = [await guest(), await guest()]
  await onlyTheRow(ben)
  const stale = await subscribe(cid)
  const [{ stripeSubscriptionId } = { stripeSubscriptionId: '' }] = await rowsOf(cid)
  await forgetAnswer(cid)
  await nina.call(creators.updatePrice, { body: { priceInCents: 1070 } })
  for (const person of [ben, cid]) {
    const { clientSecret, priceInCents } = await subscribe(person)
    expect([priceInCents, clientSecret === stale.clientSecret]).toEqual([1070, false])
    await pay(person.browser, clientSecret)
    await server.settled()
    await paidOnce(server, person)
  }
  const old = await server.deps.stripe.subscriptions.retrieve(stripeSubscriptionId ?? '')
  expect(old.status).toBe('incomplete_expired')
  await nina.call(creators.updatePrice, { body: { priceInCents: 950 } })
})

test('nobody comes again: the row runs out when the subscription does, and another can be begun', async () => {
  const [ben, cid] = [await guest(), await guest()]
  const pass = await onTestClock(server, cid.id)
  await onlyTheRow(ben)
  await subscribe(cid)
  await forgetAnswer(cid)
  clock.pass(0.97)
  await pass(0.97)
  await sweep()
  for (const person of [ben, cid])
    expect(await rowsOf(person)).toMatchObject([{ status: 'incomplete_expired' }])
  const { clientSecret } = await subscribe(cid)
  await pay(cid.browser, clientSecret)
  await server.settled()
  await paidOnce(server, cid)
})

test('a customer that was made and not written down is found by the name of the call', async () => {
  const ben = await guest()
  await subscribe(ben)
  const { stripeCustomerId } = await userOf(ben)
  await server.deps.db.updateTable('users').set({ stripeCustomerId: null }).where('id', '=', ben.id).execute()
  await ben.browser.call(creators.startPlan)
  expect(await userOf(ben)).toMatchObject({ stripeCustomerId })
})

test('a payout account that was made and not written down is found by the name of the call', async () => {
  const ben = await guest(creator({ payouts: false }))
  await ben.browser.call(creators.createAccount)
  const { stripeAccountId } = await userOf(ben)
  const forgotten = { stripeAccountId: null, payoutStatus: 'none' }
  await server.deps.db.updateTable('users').set(forgotten).where('id', '=', ben.id).execute()
  expect(await ben.browser.call(creators.createAccount)).toMatchObject({ accountId: ben.id })
  expect(await userOf(ben)).toMatchObject({ stripeAccountId })
})

test('a price that was made and not written down is found by the name of the call', async () => {
  const ben = await guest(creator({ payouts: false }))
  const set = () => ben.browser.call(creators.setupPricing, { body: { priceInCents: 640 } })
  await set()
  const { stripePriceId, stripeProductId } = await userOf(ben)
  const forgotten = { stripePriceId: null, stripeProductId: null }
  await server.deps.db.updateTable('users').set(forgotten).where('id', '=', ben.id).execute()
  await set()
  expect(await userOf(ben)).toMatchObject({ stripePriceId, stripeProductId, subscriptionPriceInCents: 640 })
})

test('money taken back and given again for a dispute is looked for, also when the names of the calls are forgotten', async () => {
  const { stripe, db, config } = server.deps
  const ben = await guest()
  const { clientSecret } = await subscribe(ben)
  await pay(ben.browser, clientSecret, '4000000000000259')
  await server.settled()
  const [row] = await rowsOf(ben)
  const payment = () =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', row?.id ?? '')
      .executeTakeFirstOrThrow()
  const again = async (forgotten: { stripeReversalId: null } | { stripeReturnId: null }) => {
    await db
      .updateTable('payments')
      .set(forgotten)
      .where('subscriptionId', '=', row?.id ?? '')
      .execute()
    // Stripe forgets them after a day.
    const file = new DatabaseSync(join(config.dataDir, 'stripe-sandbox.sqlite'))
    file.exec('delete from idempotency')
    file.close()
    await syncBillingRecord(server.deps, row?.stripeSubscriptionId ?? '', 'everything')
  }
  const taken = await payment()
  await again({ stripeReversalId: null })
  expect((await payment()).stripeReversalId).toBe(taken.stripeReversalId)
  const transfer = await stripe.transfers.retrieve(taken.stripeTransferId ?? '')
  expect(transfer).toMatchObject({ amount_reversed: 855, reversals: { data: [{ amount: 855 }] } })

  const { data } = await stripe.disputes.list({ charge: taken.stripeChargeId })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  await server.settled()
  const given = await payment()
  expect(given.stripeReturnId).not.toBeNull()
  await again({ stripeReturnId: null })
  expect((await payment()).stripeReturnId).toBe(given.stripeReturnId)
  const returns = await stripe.transfers.list({ transfer_group: `dispute-won:${taken.stripeChargeId}` })
  expect(returns.data).toMatchObject([{ amount: 855 }])
})

test('a refund that was made and not written down is made once and written down', async () => {
  const ben = await guest()
  await subscribeTo(server, ben.browser, ninaId)
  const [row] = await rowsOf(ben)
  const { db, stripe } = server.deps
  const payment = () =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('subscriptionId', '=', row?.id ?? '')
      .executeTakeFirstOrThrow()
  const { stripeChargeId, stripeInvoiceId } = await payment()
  await stripe.refunds.create({
    charge: stripeChargeId,
    reverse_transfer: true,
    refund_application_fee: true,
  })
  const done = await refundPayment(server.deps, stripeInvoiceId, { andEnd: false })
  expect(done).toEqual({ refundedInCents: 950 })
  expect((await stripe.refunds.list({ charge: stripeChargeId })).data).toHaveLength(1)
})
