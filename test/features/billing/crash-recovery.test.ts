// Recovery after a crash between writing a row and calling Stripe, or between Stripe's answer and writing it.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundPayment } from '#server/features/billing/lifecycle/refund.ts'
import { syncBillingRecord } from '#server/features/billing/sync/sync-billing-record.ts'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { syncPayoutAccount } from '#server/features/creators/sync-payout-account.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { expectPaidOnce } from './fault-table.ts'
import { becomeCreator, daysClock, onTestClock, pay, subscribeTo } from './billing-steps.ts'

const clock = daysClock()
let server: TestServer
let ninaId: string
beforeAll(async () => {
  server = await startServer({ clock })
  const { nina } = await buildPeople(server.deps, { nina: member() })
  ninaId = nina.id
  await becomeCreator(server, await server.signIn('nina'))
})
afterAll(() => server.stop())

let members = 0
async function newPerson(blueprint = member()): Promise<Person & { browser: Browser }> {
  const name = `guest_${(members += 1)}`
  const { [name]: person } = await buildPeople(server.deps, { [name]: blueprint })
  if (!person) throw new Error('The person was not created')
  return { ...person, browser: await server.signIn(name) }
}
const subscribe = ({ browser }: { browser: Browser }) =>
  browser.call(billing.create, { body: { creatorId: ninaId } })
const rowsOf = ({ id }: Person) =>
  server.deps.db.selectFrom('subscriptions').selectAll().where('subscriberId', '=', id).execute()
const userOf = ({ id }: Person) =>
  server.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const sweep = () => sweepStripe(server.deps, (id) => syncPayoutAccount(server.deps, id))

/** The attempt's row as it is before the call to Stripe, with the terms of an ordinary subscriber. */
async function insertAttemptOnly(person: Person): Promise<string> {
  const { db } = server.deps
  const model = await subscribe(await newPerson())
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
/** Removes Stripe's answer, as if it had never been stored. */
const forgetAnswer = async (person: Person) => {
  await server.settled()
  await server.deps.db
    .updateTable('subscriptions')
    .set({ stripeSubscriptionId: null, revision: 0 })
    .where('subscriberId', '=', person.id)
    .execute()
}

test('a retry calls Stripe for the same row if the first call never happened', async () => {
  const ben = await newPerson()
  const id = await insertAttemptOnly(ben)
  const { clientSecret } = await subscribe(ben)
  await pay(ben.browser, clientSecret)
  await server.settled()
  await expectPaidOnce(server, ben)
  expect(await rowsOf(ben)).toMatchObject([{ id, status: 'active' }])
})

test('a retry gets the same answer if the first one was never stored', async () => {
  const ben = await newPerson()
  const { clientSecret } = await subscribe(ben)
  await forgetAnswer(ben)
  expect((await subscribe(ben)).clientSecret).toBe(clientSecret)
  await pay(ben.browser, clientSecret)
  await server.settled()
  await expectPaidOnce(server, ben)
})

test('a webhook before the retry stores the lost answer', async () => {
  const ben = await newPerson()
  const { clientSecret } = await subscribe(ben)
  const [before] = await rowsOf(ben)
  await forgetAnswer(ben)
  await syncBillingRecord(server.deps, before?.stripeSubscriptionId ?? '')
  expect(await rowsOf(ben)).toMatchObject([
    { stripeSubscriptionId: before?.stripeSubscriptionId, status: 'incomplete' },
  ])
  expect((await subscribe(ben)).clientSecret).toBe(clientSecret)
})

test('a retry after a price change starts at the new price, and nobody can pay the old one', async () => {
  const nina = await server.signIn('nina')
  const [ben, cid] = [await newPerson(), await newPerson()]
  await insertAttemptOnly(ben)
  const stale = await subscribe(cid)
  const [{ stripeSubscriptionId } = { stripeSubscriptionId: '' }] = await rowsOf(cid)
  await forgetAnswer(cid)
  await nina.call(creators.updatePrice, { body: { priceInCents: 1070 } })
  for (const person of [ben, cid]) {
    const { clientSecret, priceInCents } = await subscribe(person)
    expect([priceInCents, clientSecret === stale.clientSecret]).toEqual([1070, false])
    await pay(person.browser, clientSecret)
    await server.settled()
    await expectPaidOnce(server, person)
  }
  const old = await server.deps.stripe.subscriptions.retrieve(stripeSubscriptionId ?? '')
  expect(old.status).toBe('incomplete_expired')
  await nina.call(creators.updatePrice, { body: { priceInCents: 950 } })
})

test('without a retry the row expires with its subscription, and another can start', async () => {
  const [ben, cid] = [await newPerson(), await newPerson()]
  const pass = await onTestClock(server, cid.id)
  await insertAttemptOnly(ben)
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
  await expectPaidOnce(server, cid)
})

test('a customer that was created but not stored is found by the idempotency key', async () => {
  const ben = await newPerson()
  await subscribe(ben)
  const { stripeCustomerId } = await userOf(ben)
  await server.deps.db.updateTable('users').set({ stripeCustomerId: null }).where('id', '=', ben.id).execute()
  await ben.browser.call(creators.startPlan)
  expect(await userOf(ben)).toMatchObject({ stripeCustomerId })
})

test('a payout account that was created but not stored is found by the idempotency key', async () => {
  const ben = await newPerson(creator({ payouts: false }))
  await ben.browser.call(creators.createAccount)
  const { stripeAccountId } = await userOf(ben)
  const forgotten = { stripeAccountId: null, payoutStatus: 'none' as const }
  await server.deps.db.updateTable('users').set(forgotten).where('id', '=', ben.id).execute()
  expect(await ben.browser.call(creators.createAccount)).toMatchObject({ accountId: ben.id })
  expect(await userOf(ben)).toMatchObject({ stripeAccountId })
})

test('a price that was created but not stored is found by the idempotency key', async () => {
  const ben = await newPerson(creator({ payouts: false }))
  const set = () => ben.browser.call(creators.setupPricing, { body: { priceInCents: 640 } })
  await set()
  const { stripePriceId, stripeProductId } = await userOf(ben)
  const forgotten = { stripePriceId: null, stripeProductId: null }
  await server.deps.db.updateTable('users').set(forgotten).where('id', '=', ben.id).execute()
  await set()
  expect(await userOf(ben)).toMatchObject({ stripePriceId, stripeProductId, subscriptionPriceInCents: 640 })
})

test('a dispute’s reversal and retransfer are found at Stripe, even after the idempotency keys expired', async () => {
  const { stripe, db, config } = server.deps
  const ben = await newPerson()
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
  const resyncWithout = async (forgotten: { stripeReversalId: null } | { stripeReturnId: null }) => {
    await db
      .updateTable('payments')
      .set(forgotten)
      .where('subscriptionId', '=', row?.id ?? '')
      .execute()
    // Stripe forgets idempotency keys after a day.
    const file = new DatabaseSync(join(config.dataDir, 'stripe-sandbox.sqlite'))
    file.exec('delete from idempotency')
    file.close()
    await syncBillingRecord(server.deps, row?.stripeSubscriptionId ?? '', 'everything')
  }
  const reversed = await payment()
  await resyncWithout({ stripeReversalId: null })
  expect((await payment()).stripeReversalId).toBe(reversed.stripeReversalId)
  const transfer = await stripe.transfers.retrieve(reversed.stripeTransferId ?? '')
  expect(transfer).toMatchObject({ amount_reversed: 855, reversals: { data: [{ amount: 855 }] } })

  const { data } = await stripe.disputes.list({ charge: reversed.stripeChargeId })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
  await server.settled()
  const returned = await payment()
  expect(returned.stripeReturnId).not.toBeNull()
  await resyncWithout({ stripeReturnId: null })
  expect((await payment()).stripeReturnId).toBe(returned.stripeReturnId)
  const returns = await stripe.transfers.list({ transfer_group: `dispute-won:${reversed.stripeChargeId}` })
  expect(returns.data).toMatchObject([{ amount: 855 }])
})

test('a refund that was made but not stored is made once and stored', async () => {
  const ben = await newPerson()
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
  expect(done).toEqual({ refundedInCents: 950, owedInCents: 0 })
  expect((await stripe.refunds.list({ charge: stripeChargeId })).data).toHaveLength(1)
})
